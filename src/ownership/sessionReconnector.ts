import { settledWithin, type Clock } from '../base/clock';
import { SessionError, toMessage } from '../base/errors';
import { Emitter } from '../base/event';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { SerialQueue } from '../base/serialQueue';
import { Timer } from '../base/timer';
import { isRunning } from '../pty/liveAgent';
import type { SessionEvent, SessionInfo } from '../pty/sessionService';
import type { DetachedSession, SessionSource } from '../pty/sessionSource';
import type { WindowSessions } from '../pty/windowSessions';
import type { Leases } from './leases';
import type { LivingWindows } from './otherWindows';
import type { SessionHandover } from './sessionHandover';
import type { HandoverTerms } from './windowFile';

/** How long the start of a window waits for the source, in milliseconds; what it lists later is reconnected then. */
export const FIND_LIMIT_MS = 5_000;

/** For this time, in milliseconds, a session is reserved for the window that released it, which may be reloading. */
export const RETURN_MS = 20_000;

/** How long after a request for an offered session it is requested again, if its owner has refused, in milliseconds. */
export const REFUSED_MS = 2_000;

interface SessionReconnectorDeps {
  readonly source: SessionSource;
  readonly sessions: Pick<WindowSessions, 'get' | 'getOther' | 'onDidChangeOthers' | 'owns'>;
  /**
   * Acquires one of the other sessions for this window; undefined if it is gone.
   * @throws {SessionError} `ILLEGAL_STATE` if another window owns it.
   */
  readonly continueSession: (session: SessionInfo) => Promise<SessionInfo | undefined>;
  readonly leases: Pick<Leases, 'isOwnedElsewhere' | 'onDidChange' | 'onDidRead'>;
  readonly handover: Pick<SessionHandover, 'request'>;
  /** Removes what is left of sessions that have ended. */
  readonly clearStrays: (isLiving: (ptyId: string) => boolean) => Promise<void>;
  /** The workspace folder that a session belongs to, by its URI; undefined if it is not open here. */
  readonly folderOf: (session: Pick<SessionInfo, 'folder' | 'workDir'>) => string | undefined;
  /** Whether this process keeps its sessions when another one requests them unasked. */
  readonly mayKeepSessions: () => Promise<boolean>;
  readonly notify: (notice: string) => void;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error' | 'info'>;
}

/**
 * Continues with sessions that outlived their window: those of this window's folders that no window
 * owns, or only one that no person has open. A session that another window releases is reserved for it
 * for {@link RETURN_MS}. After that a window that is open takes it over. An extension host whose window
 * is gone, and which waits for a reconnection, does not.
 */
export class SessionReconnector implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didReconnect = this.store.add(new Emitter<SessionInfo>());
  /** Since when no window has owned a session, by its id and the monotonic clock. */
  private freeSince = new Map<string, number>();
  private readonly reserveTimer: Timer;
  /** The sessions that are being handed over to this window. */
  private readonly arriving = new Set<string>();
  /** When an offered session was requested lately, by its id and the monotonic clock. */
  private requestedAt = new Map<string, number>();
  private readonly underWay = new Map<string, Promise<SessionInfo | undefined>>();
  private readonly rounds = new SerialQueue();
  private isRoundDue = false;
  private starting: Promise<void> | undefined;
  private hasListed = false;
  private hasNotified = false;

  /** A session that ran before is owned by this window from now on. */
  readonly onDidReconnect = this.didReconnect.event;

  constructor(private readonly deps: SessionReconnectorDeps) {
    this.reserveTimer = this.store.add(new Timer(deps.clock));
  }

  /** Called once, after tasks and other windows are read. Settles within {@link FIND_LIMIT_MS}, or once all is reconnected. */
  async start(): Promise<void> {
    await settledWithin(this.deps.clock, FIND_LIMIT_MS, this.whenReconnected());
  }

  /** Resolves when all sessions of the window before are reconnected, which may be never. */
  whenReconnected(): Promise<void> {
    return (this.starting ??= this.reconnectAll());
  }

  /**
   * Whether all sessions that run are listed. Until then any stored session may run, so no second agent
   * may be started on its conversation.
   */
  get hasListedAll(): boolean {
    return this.hasListed;
  }

  /** Whether the session runs outside of this window, as far as is known without a query. */
  isRunningElsewhere(ptyId: string): boolean {
    return isRunning(this.deps.sessions.getOther(ptyId));
  }

  /** Whether the session runs outside of this window, or another window has claimed it. */
  isElsewhere(ptyId: string): boolean {
    return this.deps.leases.isOwnedElsewhere(ptyId) || this.isRunningElsewhere(ptyId);
  }

  /** Whether the session is being handed over to this window. */
  isArriving(ptyId: string): boolean {
    return this.arriving.has(ptyId);
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
    if (!(await this.isFoundElsewhere(ptyId))) {
      return undefined;
    }
    this.arriving.add(ptyId);
    try {
      await this.deps.handover.request(ptyId, terms);
      return await this.reconnect(ptyId);
    } finally {
      this.arriving.delete(ptyId);
    }
  }

  /** Reconnects sessions that no window owns, for example after a folder was opened. Resolves with all that were found. */
  async reconnectFree(): Promise<readonly DetachedSession[]> {
    const { source } = this.deps;
    const failure = await source.whenReady().catch((error: unknown) => error);
    const { sessions, problem = failure } = await source.list();
    this.hasListed = problem === undefined;
    if (problem !== undefined) {
      this.notifyUnlisted(problem);
    }
    await this.reconnectInOrder(sessions.filter((session) => this.isFree(session)));
    return sessions;
  }

  dispose(): void {
    this.store.dispose();
  }

  /** Shown once: the reason seldom changes. */
  private notifyUnlisted(problem: unknown): void {
    if (this.hasNotified) {
      this.handleError(problem);
      return;
    }
    this.hasNotified = true;
    this.deps.notify(
      `Running sessions could not be listed, so none is resumed automatically: ${toMessage(problem)}`,
    );
  }

  private async reconnectAll(): Promise<void> {
    const { clearStrays, leases, sessions, source } = this.deps;
    const found = await this.reconnectFree();
    const owned = found.filter((one) => this.isOurs(one) && leases.isOwnedElsewhere(one.id));
    await Promise.all(
      owned.map(({ id }) => this.takeOver(id, 'ifAbandoned').catch(this.handleError)),
    );
    this.store.add(
      sessions.onDidChangeOthers((event) => {
        this.handleOther(event).catch(this.handleError);
      }),
    );
    this.store.add(leases.onDidChange(() => this.requestRound()));
    this.store.add(
      leases.onDidRead((windows) => {
        this.takeOffered(windows).catch(this.handleError);
      }),
    );
    // Listed again: other windows may have started sessions while this one waited for hand-overs.
    const { sessions: listed, problem } = await source.list();
    if (this.hasListed && problem === undefined) {
      const isListed = (id: string): boolean => listed.some((one) => one.id === id);
      await clearStrays(
        (id) => (sessions.get(id) ?? sessions.getOther(id)) !== undefined || isListed(id),
      );
    }
    this.requestRound();
  }

  private async takeOffered(windows: LivingWindows): Promise<void> {
    const { clock, folderOf, mayKeepSessions, sessions } = this.deps;
    const ids = [...windows.values()].flatMap(({ isOffered, leases }) =>
      isOffered ? leases.map(({ ptyId }) => ptyId) : [],
    );
    const ours = ids.filter((id) => {
      const session = sessions.getOther(id);
      return session && folderOf(session) !== undefined;
    });
    if (ours.length > 0 && (await mayKeepSessions()) && !this.store.isDisposed) {
      const now = clock.monotonic();
      const recent = [...this.requestedAt].filter(([, at]) => now - at < REFUSED_MS);
      this.requestedAt = new Map(recent);
      const due = ours.filter((id) => !this.arriving.has(id) && !this.requestedAt.has(id));
      due.forEach((id) => this.requestedAt.set(id, now));
      await Promise.all(due.map((id) => this.takeOver(id, 'ifAbandoned').catch(this.handleError)));
    }
  }

  private isOurs(session: DetachedSession): boolean {
    return !session.isStray && this.deps.folderOf(session) !== undefined;
  }

  private isFree(session: DetachedSession): boolean {
    return this.isOurs(session) && !this.isOwned(session.id);
  }

  private isOwned(id: string): boolean {
    return this.deps.sessions.owns(id) || this.deps.leases.isOwnedElsewhere(id);
  }

  private async handleOther({ type, session }: SessionEvent): Promise<void> {
    const { clock, folderOf, mayKeepSessions } = this.deps;
    if (type !== 'created' || folderOf(session) === undefined) {
      return;
    }
    // A session that another window has just started, or owns, is left to it. So are all while this window may not keep sessions.
    const isNew = clock.now() - Date.parse(session.createdAt) < RETURN_MS;
    if (isNew || this.isOwned(session.id) || !(await mayKeepSessions())) {
      this.requestRound();
    } else {
      await this.reconnectInOrder([{ ...session, isShown: false }]);
    }
  }

  /** One round at a time, since a listing may run programs; the next one finds what changes during it. */
  private requestRound(): void {
    if (!this.isRoundDue && !this.store.isDisposed) {
      this.isRoundDue = true;
      this.rounds.run(() => this.reconnectFreed()).catch(this.handleError);
    }
  }

  private async reconnectFreed(): Promise<void> {
    this.isRoundDue = false;
    const { mayKeepSessions, source } = this.deps;
    const { sessions } = await source.list();
    // A window may release a session before its connection has ended, so the time of those that are shown counts, too.
    const free = sessions.filter((session) => this.isFree(session));
    const due = this.reserve(free);
    if (due.length === 0 || (await mayKeepSessions())) {
      await this.reconnectInOrder(due);
      return;
    }
    due.forEach(({ id }) => this.freeSince.delete(id));
    this.reserve(free);
  }

  /** Returns those whose time is over, and requests a round for the next one. */
  private reserve(free: readonly DetachedSession[]): readonly DetachedSession[] {
    const now = this.deps.clock.monotonic();
    this.freeSince = new Map(free.map(({ id }) => [id, this.freeSince.get(id) ?? now]));
    const restOf = ({ id }: DetachedSession): number =>
      (this.freeSince.get(id) ?? now) + RETURN_MS - now;
    const next = Math.min(...free.map(restOf).filter((ms) => ms > 0));
    if (Number.isFinite(next)) {
      this.reserveTimer.start(next, () => this.requestRound());
    }
    return free.filter((session) => restOf(session) <= 0);
  }

  /**
   * One after another: of two sessions in one directory the older one has the older conversation, so it is
   * reconnected first. A source or a session that responds slowly delays those after it.
   */
  private async reconnectInOrder(
    sessions: readonly Pick<DetachedSession, 'createdAt' | 'id' | 'isShown'>[],
  ): Promise<void> {
    const oldestFirst = [...sessions].sort(
      (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt),
    );
    for (const { id, isShown } of oldestFirst) {
      // If another window shows it, this one may still have a connection that it does not own yet.
      const isHidden = !isShown || this.isRunningElsewhere(id);
      // Checked again: what was queried before may have taken seconds.
      if (isHidden && !this.isOwned(id) && !this.store.isDisposed) {
        await this.reconnect(id).catch(this.handleError);
      }
    }
  }

  /** Once at a time for each session. */
  private reconnect(id: string): Promise<SessionInfo | undefined> {
    const reconnecting =
      this.underWay.get(id) ?? this.reconnectNow(id).finally(() => this.underWay.delete(id));
    this.underWay.set(id, reconnecting);
    return reconnecting;
  }

  private async reconnectNow(id: string): Promise<SessionInfo | undefined> {
    const { sessions, source, continueSession } = this.deps;
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
