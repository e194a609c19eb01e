import { settledWithin, type Clock } from '../base/clock';
import { SessionError, toMessage } from '../base/errors';
import { Emitter } from '../base/event';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { SerialQueue } from '../base/serialQueue';
import type { SessionEvent, SessionInfo } from '../pty/sessionService';
import type { DetachedSession, SessionSource } from '../pty/sessionSource';
import type { WindowSessions } from '../pty/windowSessions';
import { FreedSessions, RETURN_MS } from './freedSessions';
import type { Leases } from './leases';
import type { SessionHandover } from './sessionHandover';
import type { HandoverTerms } from './windowFile';

/** How long a start waits for the sources, in milliseconds; those that answer later are heard then. */
export const FIND_LIMIT_MS = 5_000;

interface SessionReconnectorDeps {
  /** They are asked in this order. */
  readonly sources: readonly SessionSource[];
  readonly sessions: Pick<
    WindowSessions,
    'get' | 'getOther' | 'killOther' | 'onDidChangeOthers' | 'owns'
  >;
  /**
   * Has this window own one of the other sessions; undefined where it is gone.
   * @throws {SessionError} `ILLEGAL_STATE` where another window owns it.
   */
  readonly continueSession: (session: SessionInfo) => Promise<SessionInfo | undefined>;
  readonly leases: Pick<Leases, 'isOwnedElsewhere' | 'onDidChange'>;
  readonly handover: Pick<SessionHandover, 'request'>;
  /** Removes what is left of sessions that do not live. */
  readonly clearStrays: (isLiving: (ptyId: string) => boolean) => Promise<void>;
  /** The workspace folder that a session belongs to, by its URI; undefined where it is not open here. */
  readonly folderOf: (session: Pick<SessionInfo, 'folder' | 'workDir'>) => string | undefined;
  /** Whether a person has this window open. */
  readonly isWatched: () => Promise<boolean>;
  /** Shows the person a notice. */
  readonly notify: (notice: string) => void;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error' | 'info'>;
}

type FoundSession = DetachedSession & { readonly source: SessionSource };

/**
 * Continues with sessions that outlived their window: those of this window's folders that no window
 * owns, or only one that no person has open. A session that another window releases is left to it for
 * a while, since it may be reloading.
 */
export class SessionReconnector implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didReconnect = this.store.add(new Emitter<SessionInfo>());
  private readonly freed: FreedSessions;
  private readonly underWay = new Map<string, Promise<SessionInfo | undefined>>();
  private readonly rounds = new SerialQueue();
  private isRoundDue = false;
  private finding: Promise<void> | undefined;
  private hasLooked = false;
  private isKnown = false;
  private hasNotified = false;

  /** A session that ran before is owned by this window from now on. */
  readonly onDidReconnect = this.didReconnect.event;

  constructor(private readonly deps: SessionReconnectorDeps) {
    const lookAgain = (): void => this.reconnectFreed();
    const { clock, isWatched, leases, sessions } = deps;
    this.freed = this.store.add(new FreedSessions({ clock, isWatched, lookAgain }));
    this.store.add(
      sessions.onDidChangeOthers((event) => {
        this.handleOther(event).catch(this.handleError);
      }),
    );
    this.store.add(leases.onDidChange(lookAgain));
  }

  /** Called once, after tasks and other windows are known. Settles within {@link FIND_LIMIT_MS}, or once all is reconnected. */
  async start(): Promise<void> {
    await settledWithin(this.deps.clock, FIND_LIMIT_MS, this.whenReconnected());
  }

  /** Resolves when all sessions of the window before are reconnected, which may be never. */
  whenReconnected(): Promise<void> {
    return (this.finding ??= this.findAll());
  }

  /**
   * Whether all sources have listed their sessions. Until then any stored session may run there, so no
   * second agent may be started on its conversation.
   */
  get hasListedAll(): boolean {
    return this.isKnown;
  }

  /** Whether the session runs outside of this window, as far as is known without a query. */
  isRunningElsewhere(ptyId: string): boolean {
    return isRunning(this.deps.sessions.getOther(ptyId));
  }

  /** The same with a query of all sources. */
  async isFoundElsewhere(ptyId: string): Promise<boolean> {
    return this.isRunningElsewhere(ptyId) || (await this.find(ptyId)) !== undefined;
  }

  /**
   * Has this window own a session that runs elsewhere, without ending anything; undefined where it does
   * not run.
   * @throws {OwnedElsewhereError} with `ifAbandoned`, where a person has the window open that owns it.
   * @throws {SessionError} `ILLEGAL_STATE` where that window, or what runs the session, does not answer.
   */
  async takeOver(ptyId: string, terms: HandoverTerms): Promise<SessionInfo | undefined> {
    const found = this.isRunningElsewhere(ptyId) ? undefined : await this.find(ptyId);
    if (!found && !this.isRunningElsewhere(ptyId)) {
      return undefined;
    }
    await this.deps.handover.request(ptyId, terms);
    return this.reconnect(ptyId, found?.source);
  }

  /** Reconnects sessions that no window owns: a folder was opened. */
  async look(): Promise<void> {
    const problems = await this.queryAll();
    const { found, problem = problems[0] } = await this.list();
    this.isKnown = problem === undefined;
    if (problem !== undefined) {
      this.notifyUnknown(problem);
    }
    const free = found.filter((session) => this.isFree(session) && !this.isShown(session));
    for (const session of inOrderOfCreation(free)) {
      await this.reconnectIfFree(session);
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  /** Resolves with the reasons of those that cannot list their sessions. */
  private async queryAll(): Promise<readonly unknown[]> {
    const problems: unknown[] = [];
    for (const source of this.deps.sources) {
      await source.whenReady().catch((error: unknown) => problems.push(error));
    }
    return problems;
  }

  private async list(): Promise<{ found: readonly FoundSession[]; problem: unknown }> {
    const { sources } = this.deps;
    const listings = await Promise.all(sources.map((source) => source.list()));
    return {
      found: sources.flatMap((source, at) =>
        (listings[at]?.sessions ?? []).map((session) => ({ ...session, source })),
      ),
      problem: listings.find(({ problem }) => problem !== undefined)?.problem,
    };
  }

  /** Once: the reason seldom changes. */
  private notifyUnknown(problem: unknown): void {
    if (this.hasNotified) {
      this.handleError(problem);
      return;
    }
    this.hasNotified = true;
    this.deps.notify(
      `It is not known which agents outlived their window, so none is resumed by itself: ${toMessage(problem)}`,
    );
  }

  private async findAll(): Promise<void> {
    const { clearStrays, leases, sessions } = this.deps;
    await this.look();
    const { found, problem } = await this.list();
    const owned = found.filter((one) => this.isOurs(one) && leases.isOwnedElsewhere(one.id));
    await Promise.all(
      owned.map(({ id }) => this.takeOver(id, 'ifAbandoned').catch(this.handleError)),
    );
    this.hasLooked = true;
    if (this.isKnown && problem === undefined) {
      const isListed = (id: string): boolean => found.some((one) => one.id === id);
      await clearStrays(
        (id) => (sessions.get(id) ?? sessions.getOther(id)) !== undefined || isListed(id),
      );
    }
    this.reconnectFreed();
  }

  /** A session that runs in a source, and not in this window. */
  private async find(id: string): Promise<FoundSession | undefined> {
    const { sessions } = this.deps;
    if (isRunning(sessions.get(id) ?? sessions.getOther(id))) {
      return undefined;
    }
    const { found } = await this.list();
    return found.find((one) => one.id === id && !one.isEnded && this.isOurs(one));
  }

  private isOurs(session: DetachedSession): boolean {
    return !session.isStray && this.deps.folderOf(session) !== undefined;
  }

  private isFree(session: DetachedSession): boolean {
    const { leases, sessions } = this.deps;
    const { id } = session;
    return this.isOurs(session) && !sessions.owns(id) && !leases.isOwnedElsewhere(id);
  }

  /** Whether another window shows it; this one may have a connection that it does not own yet. */
  private isShown({ id, isShown }: DetachedSession): boolean {
    return isShown && !this.isRunningElsewhere(id);
  }

  private async handleOther({ type, session }: SessionEvent): Promise<void> {
    const { sessions, clock, folderOf, isWatched, leases } = this.deps;
    const { id } = session;
    if (type === 'exit' && session.persistence === 'tmux') {
      await this.forgetMoved(id);
    }
    if (!this.hasLooked || type !== 'created' || folderOf(session) === undefined) {
      return;
    }
    // A session that another window has just started, or owns, is left to it; so are all where this window is not open.
    const isNew = clock.now() - Date.parse(session.createdAt) < RETURN_MS;
    if (isNew || leases.isOwnedElsewhere(id) || !(await isWatched())) {
      this.reconnectFreed();
    } else if (!sessions.owns(id)) {
      await this.reconnectIfFree({ id });
    }
  }

  /** A tmux client that ended because another window shows the session now is no end of the session. */
  private async forgetMoved(id: string): Promise<void> {
    const { sessions } = this.deps;
    const isMoved = (await this.find(id)) !== undefined;
    if (isMoved && sessions.getOther(id)?.state === 'terminated') {
      await sessions.killOther(id);
    }
  }

  /** One round at a time, since a listing may run programs; what changes during one is seen by the next. */
  private reconnectFreed(): void {
    if (!this.hasLooked || this.isRoundDue || this.store.isDisposed) {
      return;
    }
    this.isRoundDue = true;
    this.rounds.run(() => this.reconnectFreedNow()).catch(this.handleError);
  }

  private async reconnectFreedNow(): Promise<void> {
    this.isRoundDue = false;
    const { found } = await this.list();
    if (this.store.isDisposed) {
      return;
    }
    // A window may release a session before its connection has ended, so what is shown counts, too.
    const free = inOrderOfCreation(found.filter((session) => this.isFree(session)));
    const due = await this.freed.update(free, ({ id }) => id);
    await Promise.all(
      due
        .filter((session) => !this.isShown(session))
        .map((session) => this.reconnectIfFree(session)),
    );
  }

  /** The query whether this window is open may have taken seconds. */
  private async reconnectIfFree({ id, source }: Pick<FoundSession, 'id'> & Partial<FoundSession>) {
    if (!this.store.isDisposed && !this.deps.leases.isOwnedElsewhere(id)) {
      await this.reconnect(id, source).catch(this.handleError);
    }
  }

  /** Once at a time for each session. */
  private reconnect(id: string, source?: SessionSource): Promise<SessionInfo | undefined> {
    const reconnecting =
      this.underWay.get(id) ??
      this.reconnectNow(id, source).finally(() => this.underWay.delete(id));
    this.underWay.set(id, reconnecting);
    return reconnecting;
  }

  private async reconnectNow(id: string, source?: SessionSource): Promise<SessionInfo | undefined> {
    const { sessions, continueSession } = this.deps;
    if (!this.isRunningElsewhere(id)) {
      await source?.open(id);
    }
    const session = this.store.isDisposed ? undefined : sessions.getOther(id);
    const continued = session && (await continueSession(session));
    if (isRunning(continued)) {
      this.didReconnect.fire(continued);
    }
    return continued;
  }

  /** Another window that was faster, or is open, is no problem: the session is its own. */
  private readonly handleError = (error: unknown): void => {
    const { logger } = this.deps;
    if (SessionError.is(error)) {
      logger.info(`A session is not reconnected: ${toMessage(error)}`);
    } else {
      logger.error('Sessions that outlived their window cannot be looked for.', error);
    }
  };
}

function isRunning(session: SessionInfo | undefined): session is SessionInfo {
  return session !== undefined && session.state !== 'terminated';
}

/** Of two sessions in one directory the older one has the older conversation, so it is reconnected first. */
function inOrderOfCreation<T extends DetachedSession>(sessions: readonly T[]): readonly T[] {
  return [...sessions].sort(
    (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt),
  );
}
