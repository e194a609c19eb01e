import { systemClock } from '../../src/base/clock';
import type { DisposableStore } from '../../src/base/lifecycle';
import { nullLogger } from '../../src/base/logger';
import { createInput } from '../../src/agents/prompts/createInput';
import { AgentDriver } from '../../src/driver/agentDriver';
import type { AskEnd, Driver } from '../../src/driver/driver';
import { UNKNOWN_ENGINE } from '../../src/providers/model/engineFacts';
import type { ProviderDefinition } from '../../src/providers/model/providerDefinition';
import { StatusEngine } from '../../src/status/statusEngine';
import type { StatusService } from '../../src/status/statusService';
import type { BenchAgent } from './benchAgent';

/** A driver that detects the end of an answer only by `endedBy`. */
export interface AskVariant {
  readonly endedBy: Extract<AskEnd, 'hook' | 'program' | 'screen'>;
  readonly driver: Driver;
  readonly status: StatusService;
}

const NO_SIGNALS = () => ({ dispose() {} });

/**
 * Creates several drivers of the same agent. The first is the window's: it detects the end by the
 * agent's own report, or by its hooks if the agent does not report it. The second receives only the
 * agent's hooks, if the agent reports. The last reads only the screen.
 */
export function createAskVariants(
  agent: BenchAgent,
  store: DisposableStore,
): readonly AskVariant[] {
  const { core } = agent;
  const { endedBy } = agent.cli;
  return [
    { endedBy, driver: core.driver, status: core.status },
    ...(endedBy === 'program' ? [createVariantWithoutReports('hook', agent, store)] : []),
    createVariantWithoutReports('screen', agent, store),
  ];
}

function createVariantWithoutReports(
  endedBy: 'hook' | 'screen',
  agent: BenchAgent,
  store: DisposableStore,
): AskVariant {
  const { cli, core, env } = agent;
  const { map, sessions, transcripts } = core;
  const provider =
    endedBy === 'hook' ? findProvider(agent) : withoutAnswerText(findProvider(agent));
  const providerOf = (): ProviderDefinition => provider;
  const onDidReceiveHook = endedBy === 'hook' ? core.onDidReceiveHook : NO_SIGNALS;
  const status = store.add(
    new StatusEngine({
      sessions: {
        get: (id) => sessions.get(id),
        list: () => sessions.list(),
        screen: (id) => sessions.screen(id),
        onDidChange: sessions.onDidChange,
        onDidSignal: NO_SIGNALS,
      },
      agentOf: () => ({ provider, rules: [], env: {} }),
      files: { read: () => Promise.resolve(undefined), forget() {} },
      clock: systemClock,
      logger: nullLogger,
    }),
  );
  store.add(onDidReceiveHook((event) => status.handleHook(event)));
  const notify = (message: string): never => {
    throw new Error(`The prompt was not delivered to ${cli.name}: ${message}`);
  };
  const { delivery } = createInput({ sessions, status, providerOf, notify }, store);
  const driver = new AgentDriver({
    ...{ sessions, status, delivery, transcripts, clock: systemClock },
    ...{ onDidReceiveHook, providerOf },
    transcriptLocationOf: ({ workDir: cwd }) => ({ provider, cwd, env }),
    conversationOf: (ptyId) => map.get(ptyId)?.uuid,
  });
  return { endedBy, driver: store.add(driver), status };
}

function findProvider({ cli, core }: BenchAgent): ProviderDefinition {
  const provider = core.registry.find(cli.providerId, {});
  if (!provider) {
    throw new Error(`Unknown provider ${cli.providerId}.`);
  }
  return provider;
}

/** Returns the provider without transcripts and last messages, so that answers are read from the screen. */
function withoutAnswerText(provider: ProviderDefinition): ProviderDefinition {
  const { records, lastMessage } = UNKNOWN_ENGINE;
  return { ...provider, engine: { ...provider.engine, records, lastMessage } };
}
