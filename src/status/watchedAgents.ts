import type { Clock } from '../base/clock';
import { cliIdOf, type ProviderDefinition } from '../providers/model/providerDefinition';
import type { SessionInfo } from '../pty/sessionService';
import type { UserRule, UserRules } from './screens/userRules';

export interface WatchedAgent {
  readonly provider: ProviderDefinition;
  readonly rules: readonly UserRule[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Undefined for a session without an agent, such as a shell. */
export type AgentOf = (session: SessionInfo) => WatchedAgent | undefined;

export interface WatchedAgentSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly providerOf: (session: SessionInfo) => ProviderDefinition | undefined;
  readonly settingsFor: (session: SessionInfo) => {
    readonly statusRules: UserRules;
  };
}

/** Finds the agent of a session, with the rules and the environment that the settings give it. */
export function findWatchedAgent({ env, providerOf, settingsFor }: WatchedAgentSources): AgentOf {
  return (session) => {
    const provider = providerOf(session);
    if (!provider) {
      return undefined;
    }
    const { statusRules } = settingsFor(session);
    // The rules of a preset precede those of the provider that it extends.
    const ids = new Set([provider.id, cliIdOf(provider)]);
    const rules = [...ids].flatMap((id) => rulesOf(id, statusRules));
    return { provider, rules, env: { ...env, ...provider.env.extra } };
  };
}

function rulesOf(id: string, statusRules: UserRules): readonly UserRule[] {
  return (Object.hasOwn(statusRules, id) ? statusRules[id] : undefined) ?? [];
}

/** How long the settings of a session's agent are cached; milliseconds. */
const FRESH_MS = 5000;

/**
 * The agents in sessions, with their settings cached for {@link FRESH_MS}: titles arrive ten times
 * a second.
 */
export class WatchedAgents {
  private readonly known = new Map<
    string,
    { readonly agent: WatchedAgent | undefined; readonly until: number }
  >();

  constructor(
    private readonly agentOf: AgentOf,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {}

  get(session: SessionInfo): WatchedAgent | undefined {
    const key = `${session.id} ${session.generation}`;
    const known = this.known.get(key);
    const now = this.clock.monotonic();
    if (known && known.until > now) {
      return known.agent;
    }
    const agent = this.agentOf(session);
    this.known.set(key, { agent, until: now + FRESH_MS });
    return agent;
  }

  forget({ id, generation }: Pick<SessionInfo, 'id' | 'generation'>): void {
    this.known.delete(`${id} ${generation}`);
  }
}
