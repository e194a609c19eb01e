import type { Clock } from '../../base/clock';
import type { ScreenRule } from '../../providers/model/statusFacts';
import { blankSeed } from '../../pty/session/forkSeed';
import { requireSession, type SessionLookup } from '../../pty/sessionBackend';
import type { SessionInfo, VisibleScreen } from '../../pty/sessionService';
import type { NeedsInput } from '../activity';
import { readLinePrompt } from './linePrompt';
import { isCovered, readScreen, type Covered, type ScreenReading } from './readScreen';
import type { ReadableScreen } from './screenParts';
import type { StatusFiles } from '../sources/statusFiles';
import type { StatusExplanation } from '../statusService';
import type { TrackedAgent } from '../trackedAgent';
import type { WatchedAgent } from '../watchedAgents';
import type { ProviderDefinition } from '../../providers/model/providerDefinition';
import { compileUserRules, type CompiledRules, type UserRule } from './userRules';

interface StatusReaderDeps {
  readonly sessions: SessionLookup<'screen'>;
  readonly files: Pick<StatusFiles, 'read'>;
  readonly clock: Pick<Clock, 'now'>;
}

export class StatusReader {
  private readonly ruleCache = new AgentRuleCache();

  constructor(private readonly deps: StatusReaderDeps) {}

  describeRules(agent: WatchedAgent): Pick<StatusExplanation, 'ruleProblems' | 'rules'> {
    const { name, problems } = this.rulesOf(agent);
    return { rules: name, ruleProblems: problems };
  }

  /**
   * Records what the agent shows. A screen without new output is not read again.
   * @throws {SessionError} `SESSION_NOT_FOUND`.
   */
  async update(tracked: TrackedAgent, session: SessionInfo, agent: WatchedAgent): Promise<void> {
    const { signals } = tracked;
    const now = this.deps.clock.now();
    if (!session.hasOutput) {
      return;
    }
    if (tracked.screen === undefined || tracked.output.hasNewOutput(session)) {
      await this.recordScreen(tracked, session, agent);
    } else {
      signals.confirmScreen(now);
    }
    const { file } = agent.provider.status;
    if (file.kind !== 'none') {
      const reported = await this.deps.files.read(file, { session, env: agent.env });
      signals.report('statusFile', reported, now);
    }
  }

  /**
   * Reads and records the screen, with or without new output, and nothing else.
   * @throws {SessionError} `SESSION_NOT_FOUND`.
   */
  async recordScreen(
    tracked: TrackedAgent,
    session: SessionInfo,
    agent: WatchedAgent,
  ): Promise<void> {
    const { signals, output } = tracked;
    const { clock, sessions } = this.deps;
    // Until its own first output, a fork shows the screen of its parent.
    if (!session.hasOutput) {
      return;
    }
    output.begin(session, clock.now());
    tracked.screen = await requireSession(sessions, session.id).screen();
    const shown = session.parent === null ? tracked.screen : withoutCopy(tracked.screen);
    const reading = readAgentScreen(this.rulesOf(agent).rules, shown);
    const now = clock.now();
    const mayAsk = this.canShowInput(agent) && tracked.mayAsk(session, now);
    const isErased = isDialog(reading) && signals.isBeingErased(session.lastOutputAt, now);
    if (isErased) {
      // Read again even without new output, since the dialog may stay.
      output.forget();
    }
    const { lastInputAt } = session;
    const screen = { at: now, rows: shown.rows, mayAsk, lastInputAt };
    signals.updateScreen(isErased ? 'skip' : reading, screen);
  }

  /**
   * The dialog on a screen. Without the rules for what covers an agent, whose words a command in the
   * dialog can contain. With the rows that a fork copied: a program in the session can write the line
   * that marks them, and a fork's agent draws its own input below.
   */
  dialogOn(agent: WatchedAgent, screen: ReadableScreen): NeedsInput | undefined {
    const { rules } = this.rulesOf(agent);
    const reading = readAgentScreen(
      rules.filter(({ shows }) => !isCovered(shows)),
      screen,
    );
    return isDialog(reading) ? reading.state : undefined;
  }

  /** Whether the rules can recognise the agent's input on a screen. */
  canShowInput(agent: WatchedAgent): boolean {
    return this.rulesOf(agent).rules.some(({ shows }) => shows === 'idle');
  }

  /** Whether the rules do not recognise the screen of an agent whose input they know. */
  isUnrecognised(agent: WatchedAgent, screen: ReadableScreen): boolean {
    const reading = readScreen(this.rulesOf(agent).rules, screen);
    return this.canShowInput(agent) && (reading === undefined || reading === 'picker');
  }

  private rulesOf({ provider, rules }: WatchedAgent): AgentRules {
    return this.ruleCache.rulesOf(provider, rules);
  }
}

/** The status by the rules; where no rule matches, the question of a program that reads a line. */
function readAgentScreen(
  rules: readonly ScreenRule[],
  screen: ReadableScreen,
): ScreenReading | Covered | undefined {
  return readScreen(rules, screen) ?? readLinePrompt(screen);
}

function isDialog(
  reading: ScreenReading | Covered | undefined,
): reading is ScreenReading & { readonly state: NeedsInput } {
  return typeof reading === 'object' && reading.state.kind === 'needsInput';
}

/** The screen without the rows that a fork copied from its parent and that are unchanged. */
function withoutCopy(screen: VisibleScreen): ReadableScreen {
  return { ...screen, rows: blankSeed(screen.rows) };
}

interface AgentRules {
  /** The person's rules come before the provider's. */
  readonly rules: readonly ScreenRule[];
  /** The provider's id and the version of its rules. */
  readonly name: string;
  readonly problems: readonly string[];
}

/** If there are more, the cache is cleared. */
const MAX_CACHED_RULES = 100;

class AgentRuleCache {
  private readonly compiled = new Map<string, CompiledRules>();

  rulesOf({ id, status }: ProviderDefinition, own: readonly UserRule[]): AgentRules {
    const { rules, problems } = this.compile(id, own);
    const { screen } = status;
    return { rules: [...rules, ...screen.rules], name: `${id} ${screen.version}`, problems };
  }

  private compile(id: string, own: readonly UserRule[]): CompiledRules {
    const key = `${id} ${JSON.stringify(own)}`;
    const known = this.compiled.get(key);
    if (known) {
      return known;
    }
    const compiled = compileUserRules(own);
    if (this.compiled.size >= MAX_CACHED_RULES) {
      this.compiled.clear();
    }
    this.compiled.set(key, compiled);
    return compiled;
  }
}
