import type { Clock } from '../../base/clock';
import { blankSeed } from '../../pty/session/forkSeed';
import type { SessionInfo, SessionService, VisibleScreen } from '../../pty/sessionService';
import { RuleBooks, type AgentRules } from './ruleBooks';
import { readScreen, type ScreenReading } from './readScreen';
import type { ReadableScreen } from './screenParts';
import type { StatusFiles } from '../sources/statusFiles';
import type { StatusExplanation } from '../statusService';
import type { TrackedAgent } from '../trackedAgent';
import type { WatchedAgent } from '../watchedAgents';

export interface AgentLooksDeps {
  readonly sessions: Pick<SessionService, 'screen'>;
  readonly files: Pick<StatusFiles, 'read'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Looks at what an agent shows: its screen, and the file in which it keeps its status. */
export class AgentLooks {
  private readonly books = new RuleBooks();

  constructor(private readonly deps: AgentLooksDeps) {}

  /** By which rules an agent's screen is read, and what is wrong with the person's. */
  describeRules(agent: WatchedAgent): Pick<StatusExplanation, 'ruleProblems' | 'rules'> {
    const { name, problems } = this.rulesOf(agent);
    return { rules: name, ruleProblems: problems };
  }

  /**
   * Notes what is seen. A screen to which nothing was written shows the same, and is not read.
   * @throws {SessionError} `SESSION_NOT_FOUND`.
   */
  async look(tracked: TrackedAgent, session: SessionInfo, agent: WatchedAgent): Promise<void> {
    const { signals } = tracked;
    const now = this.deps.clock.now();
    if (!session.hasOutput) {
      return;
    }
    const { rules } = this.rulesOf(agent);
    if (tracked.screen === undefined || (rules.length > 0 && tracked.output.hasNews(session))) {
      await this.lookAtScreen(tracked, session, agent);
    } else {
      signals.seeSameScreen(now);
    }
    const { file } = agent.provider.status;
    if (file.kind !== 'none') {
      const said = await this.deps.files.read(file, { session, env: agent.env });
      signals.tell('statusFile', said, now);
    }
  }

  /**
   * Notes what the screen shows, written to or not; nothing else is looked at.
   * @throws {SessionError} `SESSION_NOT_FOUND`.
   */
  async lookAtScreen(
    tracked: TrackedAgent,
    session: SessionInfo,
    agent: WatchedAgent,
  ): Promise<void> {
    const { signals, output } = tracked;
    const { clock, sessions } = this.deps;
    // What a screen shows before that is another session's, of which this one is a fork.
    if (!session.hasOutput) {
      return;
    }
    output.begin(session, clock.now());
    tracked.screen = await sessions.screen(session.id);
    const shown = session.parent === null ? tracked.screen : withoutCopy(tracked.screen);
    const reading = readScreen(this.rulesOf(agent).rules, shown);
    const now = clock.now();
    const isErased = isDialog(reading) && signals.isBeingErased(session.lastOutputAt, now);
    if (isErased) {
      // It is looked at again, though nothing is written to it: it may stay.
      output.forget();
    }
    signals.seeScreen(isErased ? 'skip' : reading, now);
  }

  /** Whether an agent's screen could tell that its input is there. */
  canShowInput(agent: WatchedAgent): boolean {
    return this.rulesOf(agent).rules.some(({ shows }) => shows === 'idle');
  }

  private rulesOf({ provider, rules }: WatchedAgent): AgentRules {
    return this.books.rulesOf(provider, rules);
  }
}

function isDialog(reading: ScreenReading | 'skip' | undefined): boolean {
  return typeof reading === 'object' && reading.state.kind === 'needsInput';
}

/** What the session's own programs wrote, or wrote over. */
function withoutCopy({ rows, cursor }: VisibleScreen): ReadableScreen {
  return { rows: blankSeed(rows), cursor };
}
