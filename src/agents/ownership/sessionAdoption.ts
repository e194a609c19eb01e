import { settledWithin, type Clock } from '../../base/clock';
import { SessionError, toMessage } from '../../base/errors';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import type { SessionEvent, SessionInfo } from '../../pty/sessionService';
import type { WindowSessions } from '../../pty/windowSessions';
import type { HandoverTerms } from '../../ownership/windowFile';
import type { Leases } from '../../ownership/leases';
import type { AgentHooks } from '../start/agentHooks';
import type { AdoptedTasks } from './adoptedTasks';
import type { FolderRef } from '../agentService';
import { FreedSessions } from './freedSessions';
import { folderOfSession, inOrderOfBegin, RETURN_MS } from './planAdoption';
import type { SessionHandover } from './sessionHandover';
import type { AdoptedConversation, SessionHolder } from './sessionHolder';
import type { TmuxAdoption } from './tmuxAdoption';

/** How long a window waits for what may have outlived the one before, in milliseconds: whoever answers later is heard then. */
export const FIND_LIMIT_MS = 5_000;

export interface SessionAdoptionDeps {
  /**
   * Has all that holds sessions beyond windows say which; settles when that is known, which may
   * be never. Rejects where it cannot be.
   */
  readonly find: () => Promise<void>;
  /** What runs in tmux and is not among the sessions, for tmux has but one window show each. */
  readonly tmux: Pick<TmuxAdoption, 'has' | 'list' | 'reach'>;
  readonly sessions: Pick<
    WindowSessions,
    'acquire' | 'get' | 'getOther' | 'listOthers' | 'onDidChangeOthers' | 'relabel'
  >;
  readonly holder: Pick<SessionHolder, 'adopt' | 'letGoOf'>;
  readonly hooks: Pick<AgentHooks, 'clearStrays' | 'reopen'>;
  readonly leases: Pick<Leases, 'isHeldElsewhere' | 'onDidChange'>;
  readonly handover: Pick<SessionHandover, 'request'>;
  readonly tasks: Pick<AdoptedTasks, 'close' | 'put'>;
  readonly conversationOf: (session: SessionInfo) => AdoptedConversation;
  readonly folders: () => readonly FolderRef[];
  /** Whether anybody has this window open. */
  readonly isWatched: () => Promise<boolean>;
  /** Tells the person something that stops nothing. */
  readonly notify: (notice: string) => void;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error' | 'info'>;
}

/**
 * Goes on with sessions that outlived their window: those of this window's folders that nobody
 * holds, or only a window at which nobody looks. What another window lets go of is left to it for a
 * while, for it may be reloading.
 */
export class SessionAdoption implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didAdopt = this.store.add(new Emitter<SessionInfo>());
  private readonly freed: FreedSessions;
  private readonly underWay = new Map<string, Promise<SessionInfo | undefined>>();
  private finding: Promise<void> | undefined;
  private hasLooked = false;
  private isKnown = false;
  private hasTold = false;

  /** A session is held here from now on that was there before. */
  readonly onDidAdopt = this.didAdopt.event;

  constructor(private readonly deps: SessionAdoptionDeps) {
    this.freed = this.store.add(
      new FreedSessions({
        clock: deps.clock,
        isWatched: deps.isWatched,
        lookAgain: () => void this.adoptFreed(),
      }),
    );
    this.store.add(deps.sessions.onDidChangeOthers((event) => this.handleOther(event)));
    this.store.add(deps.leases.onDidChange(() => void this.adoptFreed()));
  }

  /** To be called once, when tasks and other windows are known. Settles within {@link FIND_LIMIT_MS}, or as soon as all is taken over. */
  async start(): Promise<void> {
    await settledWithin(this.deps.clock, FIND_LIMIT_MS, this.whenFound());
  }

  /** Resolves when all that outlived the window before is taken over, which may be never. */
  whenFound(): Promise<void> {
    return (this.finding ??= this.findAll());
  }

  /**
   * Whether all that holds sessions beyond windows has said which. While it has not, any that is
   * remembered may run there, so that no second agent is to be started on its conversation.
   */
  get knowsAll(): boolean {
    return this.isKnown;
  }

  /** Whether the session runs, and not in this window, as far as is seen without a look into tmux. */
  livesElsewhere(ptyId: string): boolean {
    return (this.deps.sessions.getOther(ptyId)?.state ?? 'terminated') !== 'terminated';
  }

  /** The same with such a look. */
  async runsElsewhere(ptyId: string): Promise<boolean> {
    return this.livesElsewhere(ptyId) || this.deps.tmux.has(ptyId);
  }

  /**
   * Has this window drive a session that runs elsewhere, without an end of anything; nothing where
   * it does not.
   * @throws {HeldElsewhereError} with `ifAbandoned`, where somebody looks at the window that has it.
   * @throws {SessionError} `ILLEGAL_STATE` where that window does not answer.
   */
  async takeOver(ptyId: string, terms: HandoverTerms): Promise<SessionInfo | undefined> {
    if (!(await this.runsElsewhere(ptyId))) {
      return undefined;
    }
    await this.deps.handover.request(ptyId, terms);
    if (!this.livesElsewhere(ptyId)) {
      await this.deps.tmux.reach(ptyId);
    }
    const session = this.deps.sessions.getOther(ptyId);
    return session && this.adopt(session);
  }

  /** Takes over what nobody holds: a folder was opened. */
  async look(): Promise<void> {
    this.isKnown = await this.find();
    for (const session of this.listOurs().filter((one) => !this.isHeld(one))) {
      await this.adoptQuietly(session);
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  /** Whether all could be asked. */
  private async find(): Promise<boolean> {
    try {
      await this.deps.find();
      return true;
    } catch (error) {
      this.tellUnknown(error);
      return false;
    }
  }

  /** Once: the reason seldom changes. */
  private tellUnknown(error: unknown): void {
    if (this.hasTold) {
      this.handleError(error);
      return;
    }
    this.hasTold = true;
    this.deps.notify(
      `It is not known which agents outlived their window, so none is resumed by itself: ${toMessage(error)}`,
    );
  }

  private async findAll(): Promise<void> {
    const { hooks, leases, sessions } = this.deps;
    await this.look();
    const inTmux = await this.deps.tmux.list();
    const ours = [...this.listOurs(), ...inTmux.holdings.filter(({ isOurs }) => isOurs)];
    const ids = new Set(ours.map(({ id }) => id).filter((id) => leases.isHeldElsewhere(id)));
    await Promise.all([...ids].map((id) => this.takeAbandoned(id)));
    this.hasLooked = true;
    const isInTmux = (id: string): boolean => inTmux.holdings.some((one) => one.id === id);
    if (this.isKnown && inTmux.isWhole) {
      await hooks.clearStrays(
        (id) => (sessions.get(id) ?? sessions.getOther(id)) !== undefined || isInTmux(id),
      );
    }
    void this.adoptFreed();
  }

  private async takeAbandoned(id: string): Promise<void> {
    try {
      await this.takeOver(id, 'ifAbandoned');
    } catch (error) {
      this.handleError(error);
    }
  }

  private listOurs(): readonly SessionInfo[] {
    const { sessions, folders } = this.deps;
    return inOrderOfBegin(
      sessions.listOthers().filter((session) => folderOfSession(session, folders()) !== undefined),
    );
  }

  private isHeld({ id }: SessionInfo): boolean {
    return this.deps.leases.isHeldElsewhere(id);
  }

  private handleOther({ type, session }: SessionEvent): void {
    if (!this.hasLooked || type !== 'created' || !folderOfSession(session, this.deps.folders())) {
      return;
    }
    const isNew = this.deps.clock.now() - Date.parse(session.createdAt) < RETURN_MS;
    void this.adoptFound(session, { isNew });
  }

  /** A session that another window has just begun, or holds, is left to it; so are all where this window is not open. */
  private async adoptFound(session: SessionInfo, { isNew }: { isNew: boolean }): Promise<void> {
    if (isNew || this.isHeld(session) || !(await this.deps.isWatched())) {
      await this.adoptFreed();
    } else {
      await this.adoptIfFree(session);
    }
  }

  private async adoptFreed(): Promise<void> {
    if (!this.hasLooked) {
      return;
    }
    const free = this.listOurs().filter((session) => !this.isHeld(session));
    const due = await this.freed.update(free, ({ id }) => id);
    await Promise.all(due.map((session) => this.adoptIfFree(session)));
  }

  /** The question whether this window is open may have taken seconds. */
  private async adoptIfFree(session: SessionInfo): Promise<void> {
    if (!this.store.isDisposed && !this.isHeld(session)) {
      await this.adoptQuietly(session);
    }
  }

  private async adoptQuietly(session: SessionInfo): Promise<void> {
    try {
      await this.adopt(session);
    } catch (error) {
      this.handleError(error);
    }
  }

  /** Once at a time for each. */
  private adopt(session: SessionInfo): Promise<SessionInfo | undefined> {
    const { id } = session;
    const adopting =
      this.underWay.get(id) ?? this.adoptNow(session).finally(() => this.underWay.delete(id));
    this.underWay.set(id, adopting);
    return adopting;
  }

  private async adoptNow(session: SessionInfo): Promise<SessionInfo | undefined> {
    const { sessions, holder, hooks, tasks, conversationOf, folders } = this.deps;
    const { id } = session;
    if (session.state === 'terminated') {
      tasks.close(session);
      return sessions.acquire(id);
    }
    await holder.adopt(session, conversationOf(session));
    await hooks.reopen(id);
    const label = await tasks.put(session, folderOfSession(session, folders())?.uri);
    const taken = await this.take(id);
    if (taken && taken.state !== 'terminated') {
      sessions.relabel(id, label);
      this.deps.logger.info(`Session ${id} (${label}) goes on in this window.`);
      this.didAdopt.fire(taken);
    }
    return taken;
  }

  private async take(id: string): Promise<SessionInfo | undefined> {
    const { sessions, holder } = this.deps;
    const taken = this.store.isDisposed ? undefined : sessions.acquire(id);
    if (!taken || taken.state === 'terminated') {
      // It has ended meanwhile, or this window does.
      await holder.letGoOf(id);
    }
    return taken;
  }

  /** Another window that is faster, or looked at, is no problem; such a session is its own. */
  private readonly handleError = (error: unknown): void => {
    const { logger } = this.deps;
    if (SessionError.is(error)) {
      logger.info(`A session is not taken over: ${toMessage(error)}`);
    } else {
      logger.error('Sessions that outlived their window cannot be looked for.', error);
    }
  };
}
