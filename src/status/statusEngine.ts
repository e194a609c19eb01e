import type { Clock } from '../base/clock';
import { SessionError } from '../base/errors';
import { Emitter } from '../base/event';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { isRunning } from '../pty/liveAgent';
import { requireSession, type SessionLookup } from '../pty/sessionBackend';
import type {
  ProgramSignal,
  SessionEvent,
  SessionInfo,
  SessionService,
} from '../pty/sessionService';
import { lacksDialog, type Activity, type NeedsInput } from './activity';
import { StatusReader } from './screens/statusReader';
import { UNKNOWN_ACTIVITY } from './arbiter';
import type { HookEvent } from './sources/hookEvent';
import { ReadSchedule } from './screens/readSchedule';
import { readOsc } from './sources/oscSignal';
import type { ReadableScreen } from './screens/screenParts';
import type { StatusFiles } from './sources/statusFiles';
import type { StatusExplanation, StatusService } from './statusService';
import { TrackedAgent } from './trackedAgent';
import { WatchedAgents, type AgentOf } from './watchedAgents';

interface StatusEngineDeps {
  readonly sessions: Pick<SessionService, 'get' | 'list' | 'onDidChange' | 'onDidSignal'> &
    SessionLookup<'screen'>;
  readonly agentOf: AgentOf;
  readonly files: Pick<StatusFiles, 'forget' | 'read'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error'>;
}

/**
 * The delay from output to the read of the screen, so that most frames are complete; milliseconds.
 */
const DRAWN_MS = 300;

/**
 * The interval between two reads of a session: if only its screen reports, and if the agent reports
 * itself.
 */
const INTERVAL_MS = { silent: 500, reporting: 2000 } as const;

/**
 * Follows sessions, reads their screens while they write, and decides what each one's agent does.
 * Nothing is read while no session writes, and only one session at a time.
 */
export class StatusEngine implements StatusService, Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<string>());
  private readonly tracked = new Map<string, TrackedAgent>();
  private readonly agents: WatchedAgents;
  private readonly reader: StatusReader;
  private readonly schedule: ReadSchedule;
  readonly onDidChange = this.didChange.event;

  constructor(private readonly deps: StatusEngineDeps) {
    const { sessions, clock, agentOf } = deps;
    this.agents = new WatchedAgents(agentOf, clock);
    this.reader = new StatusReader(deps);
    this.schedule = this.store.add(new ReadSchedule(clock, (id) => this.readQuietly(id)));
    this.store.add(sessions.onDidChange((event) => this.handleSession(event)));
    this.store.add(sessions.onDidSignal((signal) => this.handleOsc(signal)));
    for (const session of sessions.list()) {
      this.follow(session);
    }
  }

  get(ptyId: string): Activity {
    const tracked = this.tracked.get(ptyId);
    const start = tracked ? undefined : this.deps.sessions.get(ptyId)?.pendingStart;
    const activity = tracked?.activity ?? UNKNOWN_ACTIVITY;
    return start ? { ...activity, reason: `it ${start.reason}` } : activity;
  }

  markSeen(ptyId: string): void {
    const tracked = this.tracked.get(ptyId);
    if (tracked) {
      tracked.seenAt = this.deps.clock.now();
      this.decide(ptyId, tracked);
    }
  }

  /** Records what a hook of a session's agent reported. Events of unknown sessions are dropped. */
  handleHook(event: HookEvent): void {
    const known = this.find(event.ptyId);
    const signal = known?.tracked.readHook(known.agent.provider.hooks, event);
    if (known && signal) {
      known.tracked.signals.record(signal);
      this.decide(event.ptyId, known.tracked);
    }
  }

  mayLackInput(ptyId: string): boolean {
    const known = this.find(ptyId);
    return known !== undefined && !known.tracked.hasWorked && this.reader.canShowInput(known.agent);
  }

  async showsInput(ptyId: string): Promise<boolean> {
    const known = this.find(ptyId);
    if (!known) {
      return false;
    }
    const { session, tracked, agent } = known;
    await this.reader.recordScreen(tracked, session, agent);
    if (!this.isTracked(ptyId, tracked)) {
      return false;
    }
    this.decide(ptyId, tracked);
    return tracked.signals.showsInput;
  }

  dialogOn(ptyId: string, screen: ReadableScreen): NeedsInput | undefined {
    const known = this.find(ptyId);
    return known && this.reader.dialogOn(known.agent, screen);
  }

  knowsInput(ptyId: string): boolean {
    const known = this.find(ptyId);
    return known !== undefined && this.reader.canShowInput(known.agent);
  }

  isUnrecognised(ptyId: string, screen: ReadableScreen): boolean {
    const known = this.find(ptyId);
    return known !== undefined && this.reader.isUnrecognised(known.agent, screen);
  }

  async explain(ptyId: string): Promise<StatusExplanation> {
    const session = this.deps.sessions.get(ptyId);
    if (!session) {
      throw new SessionError(
        'SESSION_NOT_FOUND',
        `There is no session ${ptyId} whose status could be explained: choose one in the Sessions view.`,
      );
    }
    this.agents.forget(session);
    const known = this.find(ptyId);
    const { notices } = session;
    if (!known) {
      const { rows: screen } = await requireSession(this.deps.sessions, ptyId).screen();
      const nothing = {
        signals: [],
        matchesScreen: false,
        overruled: [],
        ruleProblems: [],
        notices,
      };
      return { activity: this.get(ptyId), screen, rules: 'none', ...nothing };
    }
    const { tracked, agent } = known;
    tracked.screen = undefined;
    await this.reader.update(tracked, session, agent);
    if (this.isTracked(ptyId, tracked)) {
      this.decide(ptyId, tracked);
    }
    const { rules, ruleProblems } = this.reader.describeRules(agent);
    return { ...tracked.explain(), rules, ruleProblems, notices };
  }

  dispose(): void {
    this.store.dispose();
    this.tracked.clear();
  }

  private handleSession({ type, session }: SessionEvent): void {
    if (type === 'removed') {
      this.forget(session);
    } else {
      this.follow(session);
    }
  }

  private follow(session: SessionInfo): void {
    const { id, generation, state } = session;
    const known = this.tracked.get(id);
    const tracked = known?.generation === generation ? known : this.begin(session);
    if (!tracked) {
      return;
    }
    tracked.notice(session, this.deps.clock.now());
    const hasChanged = tracked.sessionState !== state;
    tracked.sessionState = state;
    this.decide(id, tracked);
    if (hasChanged) {
      this.request(id, tracked, state === 'active' ? DRAWN_MS : 0);
    }
  }

  private begin(session: SessionInfo): TrackedAgent | undefined {
    this.forget(session);
    // What a login shell draws is not the agent's screen.
    const isStarting = session.pendingStart !== undefined && isRunning(session);
    if (isStarting || !this.agents.get(session)) {
      return undefined;
    }
    const tracked = new TrackedAgent(session.generation);
    this.tracked.set(session.id, tracked);
    return tracked;
  }

  private forget(session: SessionInfo): void {
    const { id } = session;
    const had = this.tracked.get(id);
    this.tracked.delete(id);
    this.agents.forget(session);
    this.schedule.forget(id);
    this.deps.files.forget(id);
    if (had && had.activity.state.kind !== 'unknown') {
      this.didChange.fire(id);
    }
  }

  private handleOsc(signal: ProgramSignal): void {
    const known = this.find(signal.id);
    if (known?.tracked.generation !== signal.generation) {
      return;
    }
    const { tracked, agent } = known;
    const now = this.deps.clock.now();
    const report = readOsc(agent.provider.status, signal, now);
    if (report && 'item' in report) {
      tracked.signals.reportItem(report);
    } else if (report) {
      tracked.signals.report(report.source, report.signal, now);
    }
    if (report) {
      this.decide(signal.id, tracked);
    }
  }

  private find(id: string) {
    const session = this.deps.sessions.get(id);
    const tracked = this.tracked.get(id);
    const agent =
      session && tracked?.generation === session.generation ? this.agents.get(session) : undefined;
    return session && tracked && agent ? { session, tracked, agent } : undefined;
  }

  /** Whether the agent is still the tracked one of the session, after an await. */
  private isTracked(id: string, tracked: TrackedAgent): boolean {
    return this.tracked.get(id) === tracked && !this.store.isDisposed;
  }

  private decide(id: string, tracked: TrackedAgent): void {
    const session = this.deps.sessions.get(id);
    if (session?.isKilled === true) {
      // An agent that is being ended may draw or report once more. That does not count as work.
      return;
    }
    const now = this.deps.clock.now();
    const { hasChanged, recheckAt } = tracked.decide(now, session?.lastInputAt ?? null);
    // A screen that matched no rule would match none again: new output has to come first.
    if (recheckAt !== undefined && (recheckAt > now || tracked.signals.screenHasReading)) {
      this.request(id, tracked, recheckAt - now);
    }
    const { changesAt } = tracked.signals;
    if (changesAt !== undefined) {
      this.request(id, tracked, changesAt - now);
    }
    if (hasChanged && lacksDialog(tracked.activity.state)) {
      this.request(id, tracked, DRAWN_MS);
    }
    if (hasChanged) {
      this.didChange.fire(id);
    }
  }

  private request(id: string, tracked: TrackedAgent, delayMs: number): void {
    const { activity, signals, hasEnded } = tracked;
    if (!hasEnded) {
      const isReporting = signals.has('program') && !lacksDialog(activity.state);
      const intervalMs = INTERVAL_MS[isReporting ? 'reporting' : 'silent'];
      this.schedule.request(id, Math.max(delayMs, 0), intervalMs);
    }
  }

  /** Logs a failed read, so that the schedule continues. */
  private async readQuietly(id: string): Promise<void> {
    const known = this.find(id);
    if (!known) {
      return;
    }
    const { session, tracked, agent } = known;
    try {
      await this.reader.update(tracked, session, agent);
    } catch (error) {
      if (!hasLeft(error)) {
        this.deps.logger.error(`The screen of ${id} could not be read for its status.`, error);
      }
    }
    if (!this.isTracked(id, tracked)) {
      return;
    }
    this.decide(id, tracked);
    if (this.deps.sessions.get(id)?.state === 'active') {
      this.request(id, tracked, DRAWN_MS);
    }
  }
}

/** Whether the session has been removed, or the window has disconnected from it because it closes. */
function hasLeft(error: unknown): boolean {
  return SessionError.is(error, 'SESSION_NOT_FOUND') || SessionError.is(error, 'DETACHED');
}
