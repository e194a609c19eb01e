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
import type { AskedAgent } from './askedAgent';

/** What reports the end of an answer, and the driver for which nothing else does. */
export interface AskWay {
  readonly endedBy: Extract<AskEnd, 'hook' | 'program' | 'screen' | 'transcript'>;
  readonly driver: Driver;
  readonly status: StatusService;
}

const NO_SIGNALS = () => ({ dispose() {} });

/**
 * Ways to ask the same agent: one as a window does, which ends by its own report, or by its transcript
 * where it reports nothing; one that receives only the hooks of an agent that reports; and one that
 * reads only its screen, and the answer there.
 */
export function createAskWays(agent: AskedAgent, store: DisposableStore): readonly AskWay[] {
  const { core } = agent;
  const { endedBy } = agent.cli;
  return [
    { endedBy, driver: core.driver, status: core.status },
    ...(endedBy === 'program' ? [createWayWithoutReports('hook', agent, store)] : []),
    createWayWithoutReports('screen', agent, store),
  ];
}

function createWayWithoutReports(
  endedBy: 'hook' | 'screen',
  agent: AskedAgent,
  store: DisposableStore,
): AskWay {
  const { cli, core, env } = agent;
  const { map, sessions, transcripts } = core;
  const provider = endedBy === 'hook' ? findProvider(agent) : withoutWords(findProvider(agent));
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
    throw new Error(`${cli.name} was not asked: ${message}`);
  };
  const { delivery } = createInput({ sessions, status, providerOf, notify }, store);
  const driver = new AgentDriver({
    ...{ sessions, status, delivery, transcripts, clock: systemClock },
    ...{ onDidReceiveHook, providerOf },
    placeOf: ({ workDir: cwd }) => ({ provider, cwd, env }),
    conversationOf: (ptyId) => map.get(ptyId)?.uuid,
  });
  return { endedBy, driver: store.add(driver), status };
}

function findProvider({ cli, core }: AskedAgent): ProviderDefinition {
  const provider = core.registry.find(cli.providerId, {});
  if (!provider) {
    throw new Error(`There is no provider ${cli.providerId}.`);
  }
  return provider;
}

/** One whose answers nothing but its screen has. */
function withoutWords(provider: ProviderDefinition): ProviderDefinition {
  const { records, lastMessage } = UNKNOWN_ENGINE;
  return { ...provider, engine: { ...provider.engine, records, lastMessage } };
}
