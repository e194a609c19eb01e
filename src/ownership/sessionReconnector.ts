import { settledWithin, type Clock } from '../base/clock';
import { SessionError, toMessage } from '../base/errors';
import { Emitter } from '../base/event';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { KeyedRuns, SerialQueue } from '../base/serialQueue';
import { Timer } from '../base/timer';
import { isRunning } from '../pty/liveAgent';
import type { SessionEvent, SessionInfo } from '../pty/sessionService';
import type { DetachedSession, SessionSource } from '../pty/sessionSource';
import type { WindowSessions } from '../pty/windowSessions';
import type { Leases } from './leases';
import type { SessionHandover } from './sessionHandover';
import { AT_ONCE, firstWait, nextWait, RETURN_MS, type Wait } from './sessionWaits';
import type { HandoverTerms } from './windowFile';

/** How long the start of a window waits for the source, in milliseconds; what it lists later is reconnected then. */
export const FIND_LIMIT_MS = 5_000;

/** The key of the wait for a list after one that is incomplete or has unrequested sessions; no session has this id. */
const LIST = '';

interface SessionReconnectorDeps {
  readonly source: SessionSource;
  readonly sessions: WindowSessions;
  /**
   * Acquires one of the other sessions for this window; undefined if it is gone.
   * @throws {SessionError} `ILLEGAL_STATE` if another window owns it.
   */
  readonly continueSession: (session: SessionInfo) => Promise<SessionInfo | undefined>;
  readonly leases: Pick<Leases, 'isOwnedByCommand' | 'isOwnedElsewhere' | 'onDidChange'>;
  readonly handover: Pick<SessionHandover, 'request'>;
  readonly removeStaleFiles: (isLiving: (ptyId: string) => boolean) => Promise<void>;
  /** The workspace folder that a session belongs to, by its URI; undefined if it is not open here. */
  readonly folderOf: (session: Pick<SessionInfo, 'folder' | 'workDir'>) => string | undefined;
  readonly isWatched: () => Promise<boolean>;
  readonly notify: (notice: string) => void;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error' | 'info'>;
}

/**
 * Continues with sessions of this window's folders that outlived their window. At the start these are
 * all that no window owns, or only one that no person has open. Later a round takes over those that
 * are due, if a person has this window open: an extension host whose window is gone, and which waits
 * for a reconnection, postpones them. A session that another window releases is due 20 s
 * later, since that window may be reloading; at once if no window, or a command without one, has released it.
 * One that a command has is requested once, and again only after that has released it.
 * One that could not be taken over is tried again at growing intervals, unless another client shows it.
 */
export class SessionReconnector implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didReconnect = this.store.add(new Emitter<SessionInfo>());
  /** When each session that no window owns is to be taken over, also once its command has ended. */
  private waits = new Map<string, Wait>();
  private requested = new Set<string>();
  private readonly dueTimer: Timer;
  private readonly rounds = new SerialQueue();
  private isRoundDue = false;
  /** The sessions that are being taken over, each by one attempt at a time. */
  private readonly arriving = new KeyedRuns<SessionInfo | undefined>();
  /** The terms of those attempts; undefined: as a session that no window owns. */
  private readonly termsOf = new Map<string, HandoverTerms | undefined>();
  private starting: Promise<void> | undefined;
  private hasNotified = false;
  private isListComplete = false;

  /** A session that ran before is owned by this window from now on. */
  readonly onDidReconnect = this.didReconnect.event;

  constructor(private readonly deps: SessionReconnectorDeps) {
    this.dueTimer = this.store.add(new Timer(deps.clock));
  }

  /**
   * Whether all sessions that run are listed. Until then any stored session may run, so no second agent
   * may be started on its conversation.
   */
  get hasListedAll(): boolean {
    return this.isListComplete;
  }

  /** Called once, after tasks and other windows are read. Settles within {@link FIND_LIMIT_MS}, or once all is reconnected. */
  async start(): Promise<void> {
    await settledWithin(this.deps.clock, FIND_LIMIT_MS, this.whenReconnected());
  }

  /** Resolves when all sessions of the window before are reconnected, which may be never. */
  whenReconnected(): Promise<void> {
    return (this.starting ??= this.begin());
  }

  /** Whether the session runs outside of this window, as far as is known without a query. */
  isRunningElsewhere(ptyId: string): boolean {
    return isRunning(this.deps.sessions.getOther(ptyId));
  }

  /** Whether the session runs outside of this window, or another window has claimed it. */
  isElsewhere(ptyId: string): boolean {
    return this.deps.leases.isOwnedElsewhere(ptyId) || this.isRunningElsewhere(ptyId);
  }

  /** Whether this window takes the session over, or is to do so: only a command owns it, or none. */
  isArriving(ptyId: string): boolean {
    const { leases } = this.deps;
    const isFree = !leases.isOwnedElsewhere(ptyId) || leases.isOwnedByCommand(ptyId);
    return this.arriving.has(ptyId) || (isFree && this.isRunningElsewhere(ptyId));
  }

  /** {@link isRunningElsewhere} with a query of the source. */
  async isFoundElsewhere(ptyId: string): Promise<boolean> {
    const { sessions, source } = this.deps;
    if (this.isRunningElsewhere(ptyId) || isRunning(sessions.get(ptyId))) {
      return this.isRunningElsewhere(ptyId);
    }
    const found = (await source.list()).sessions;
    return found.some((one) => one.id === ptyId && !one.isEnded && this.isOurs(one));
  }

  /**
   * Acquires a session that runs elsewhere for this window, without ending anything; undefined if it does not
   * run.
   * @throws {OwnedElsewhereError} with `ifAbandoned`, if a person has the window open that owns it.
   * @throws {SessionError} `ILLEGAL_STATE` if that window, or what runs the session, does not answer.
   */
  async takeOver(ptyId: string, terms: HandoverTerms): Promise<SessionInfo | undefined> {
    return (await this.isFoundElsewhere(ptyId)) ? this.take(ptyId, terms) : undefined;
  }

  /**
   * Reconnects the sessions of this window's folders that no window owns, or only one that no person has open:
   * at the start, and after a folder was opened.
   */
  async reconnectAll(): Promise<void> {
    await this.reconnect(false);
  }

  /** At the start also removes what is left of sessions that have ended: later their files may just be written. */
  private async reconnect(isStart: boolean): Promise<void> {
    const { removeStaleFiles, logger, notify, source } = this.deps;
    const failure = await source.whenReady().catch((error: unknown) => error);
    const { sessions, problem = failure } = await source.list();
    this.isListComplete = problem === undefined;
    if (problem === undefined && isStart) {
      const isListed = (id: string): boolean => sessions.some((one) => one.id === id);
      await removeStaleFiles((id) => isListed(id) || this.isOwned(id));
    } else if (problem !== undefined) {
      const notice = `Running sessions could not be listed, so none is resumed automatically: ${toMessage(problem)}`;
      logger.info(notice);
      // Shown once: the reason seldom changes.
      if (!this.hasNotified) {
        this.hasNotified = true;
        notify(notice);
      }
    }
    await this.takeAll(sessions.filter((session) => this.isOurs(session)));
  }

  dispose(): void {
    this.store.dispose();
  }

  private async begin(): Promise<void> {
    const { leases, sessions } = this.deps;
    await this.reconnect(true);
    this.store.add(sessions.onDidChangeOthers((event) => this.handleOther(event)));
    this.store.add(leases.onDidChange(() => this.requestRound()));
    this.requestRound();
  }

  private isOurs(session: DetachedSession): boolean {
    return session.canReconnect && this.deps.folderOf(session) !== undefined;
  }

  private isWaiting(session: DetachedSession): boolean {
    return !this.isOwned(session.id) && this.isOurs(session);
  }

  private isRequestable(session: DetachedSession): boolean {
    const { id, isEnded } = session;
    const isOfCommand = this.deps.leases.isOwnedByCommand(id) && this.isOurs(session);
    return isOfCommand && !isEnded && !this.requested.has(id);
  }

  private isOwned(id: string): boolean {
    return this.deps.sessions.owns(id) || this.deps.leases.isOwnedElsewhere(id);
  }

  private handleOther({ type, session }: SessionEvent): void {
    if (type === 'created' && this.deps.folderOf(session) !== undefined) {
      // One that another window has just started, or owns, is left to it. No window has released the others.
      const isNew = this.deps.clock.now() - Date.parse(session.createdAt) < RETURN_MS;
      if (!isNew && !this.isOwned(session.id)) {
        this.waits.set(session.id, AT_ONCE);
      }
      this.requestRound();
    }
  }

  /** One round at a time, since a listing may run programs; the next one finds what changes during it. */
  private requestRound(): void {
    if (!this.isRoundDue && !this.store.isDisposed) {
      this.isRoundDue = true;
      this.rounds.run(() => this.runRound()).catch(this.handleError);
    }
  }

  private async runRound(): Promise<void> {
    this.isRoundDue = false;
    const { clock, isWatched, leases, source } = this.deps;
    const before = this.waits;
    // What is found while the sessions are listed is kept.
    this.waits = new Map();
    const { problem, sessions } = await source.list();
    const now = clock.monotonic();
    // A window may release a session before its connection has ended, so the time of those that are shown counts, too.
    const waiting = sessions.filter((session) => this.isWaiting(session));
    waiting.forEach(({ id }) =>
      this.waits.set(id, this.waits.get(id) ?? before.get(id) ?? firstWait(now)),
    );
    const ofCommands = sessions.filter(({ id }) => leases.isOwnedByCommand(id));
    ofCommands.forEach(({ id }) => this.waits.set(id, AT_ONCE));
    this.requested = new Set([...this.requested].filter((id) => leases.isOwnedByCommand(id)));
    const requestable = ofCommands.filter((session) => this.isRequestable(session));
    if (problem !== undefined) {
      this.waits.set(LIST, nextWait(before.get(LIST), now, { hasFailed: true }));
    }
    const due = waiting.filter(({ id }) => (this.waits.get(id) ?? AT_ONCE).at <= now);
    const mayTake = due.length + requestable.length > 0 && (await isWatched());
    if (requestable.length > 0 && !mayTake) {
      this.waits.set(LIST, nextWait(this.waits.get(LIST), now, { hasFailed: false }));
    }
    // Another window may have claimed some meanwhile.
    const takeable = [...due, ...requestable].filter(
      (session) => this.isWaiting(session) || this.isRequestable(session),
    );
    await this.takeAll(mayTake ? takeable : []);
    due.forEach((session) => this.postpone(session, mayTake));
    const times = [...this.waits.values()].map(({ at }) => at);
    const next = Math.min(...times.filter((at) => at > now));
    if (Number.isFinite(next)) {
      this.dueTimer.start(Math.max(0, next - clock.monotonic()), () => this.requestRound());
    }
  }

  private postpone(session: DetachedSession, mayTake: boolean): void {
    const { id } = session;
    if (!this.isWaiting(session)) {
      this.waits.delete(id);
    } else if (!mayTake || this.isHidden(session)) {
      const now = this.deps.clock.monotonic();
      this.waits.set(id, nextWait(this.waits.get(id), now, { hasFailed: mayTake }));
    }
  }

  /** If another window shows it, this one may still have a connection that it does not own yet. */
  private isHidden({ id, isShown }: DetachedSession): boolean {
    return !isShown || this.isRunningElsewhere(id);
  }

  /**
   * First the free ones, one after another: of two sessions in one directory the older one has the older
   * conversation, so it is reconnected first. A source or a session that responds slowly delays those
   * after it. Then all of other windows at once, since each answer may take seconds.
   */
  private async takeAll(sessions: readonly DetachedSession[]): Promise<void> {
    const owned = sessions.filter(({ id }) => this.deps.leases.isOwnedElsewhere(id));
    const free = sessions.filter((session) => !owned.includes(session));
    free.sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));
    for (const session of free) {
      // Checked again: what was queried before may have taken seconds.
      if (this.isHidden(session) && !this.isOwned(session.id)) {
        await this.take(session.id).catch(this.handleError);
      }
    }
    const running = owned.filter(({ isEnded }) => !isEnded);
    running.forEach(({ id }) => this.deps.leases.isOwnedByCommand(id) && this.requested.add(id));
    await Promise.all(
      running.map(({ id }) => this.take(id, 'ifAbandoned').catch(this.handleError)),
    );
  }

  /** Joins the attempt under way, or follows it if it may be refused what this one is granted. */
  private async take(id: string, terms?: HandoverTerms): Promise<SessionInfo | undefined> {
    const attempt = this.arriving.get(id);
    const other = this.termsOf.get(id);
    if (attempt && terms && other !== terms && other !== 'always') {
      return (await attempt.catch(() => undefined)) ?? this.take(id, terms);
    }
    this.termsOf.set(id, attempt ? other : terms);
    return this.arriving.run(id, () =>
      this.takeNow(id, terms).finally(() => this.termsOf.delete(id)),
    );
  }

  private async takeNow(id: string, terms?: HandoverTerms): Promise<SessionInfo | undefined> {
    const { continueSession, handover, sessions, source } = this.deps;
    if (this.store.isDisposed) {
      return undefined;
    }
    await (terms && handover.request(id, terms));
    if (!this.isRunningElsewhere(id)) {
      await source.open(id);
    }
    const session = this.store.isDisposed ? undefined : sessions.getOther(id);
    const continued = session && (await continueSession(session));
    if (continued && isRunning(continued)) {
      this.didReconnect.fire(continued);
    }
    return continued;
  }

  /** Another window that was faster, or is open, is no problem: it owns the session. */
  private readonly handleError = (error: unknown): void => {
    const { logger } = this.deps;
    if (SessionError.is(error)) {
      logger.info(`A session is not reconnected: ${toMessage(error)}`);
    } else {
      logger.error('Sessions that outlived their window cannot be found.', error);
    }
  };
}
