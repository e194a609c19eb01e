import type { AgentService, PreparedStart } from '../../agents/agentService';
import type { ResumePreviews } from '../../agents/conversations/resumePreviews';
import { OwnedElsewhereError } from '../../ownership/sessionHandover';
import { findLeftOpen } from '../../agents/conversations/openConversations';
import { listResumePreviewPlaces } from '../../agents/conversations/resumePreviewPlaces';
import type { SessionReconnector } from '../../ownership/sessionReconnector';
import { settledWithin, type Clock } from '../../base/clock';
import { SessionError, toMessage } from '../../base/errors';
import type { Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { SerialQueue } from '../../base/serialQueue';
import type { TerminalPlace } from '../../config/contributions';
import type { SessionService } from '../../pty/sessionService';
import type { Leases } from '../../ownership/leases';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import type { TaskStore } from '../../tasks/taskStore';
import { planRestore, type RestoreFacts } from './planRestore';
import type { SessionTerminals } from '../terminals/sessionTerminals';
import { subjectOfStart } from '../terminals/terminalSubject';

/** How long a terminal may take to open, in milliseconds: one that is not visible never opens. */
const OPEN_LIMIT_MS = 1_000;

/**
 * How long the previous window may take to release its sessions, in milliseconds: it may still be
 * ending, or have crashed, which other windows detect after 15 s.
 */
const RELEASE_WAIT_MS = 20_000;

export interface SessionRestoreDeps {
  readonly agents: Pick<AgentService, 'isTakenOver' | 'prepareRestart'>;
  readonly resumePreviews: Pick<ResumePreviews, 'findAll'>;
  readonly reconnector: Pick<SessionReconnector, 'hasListedAll' | 'isRunningElsewhere'>;
  readonly sessions: Pick<SessionService, 'has'>;
  readonly tasks: Pick<TaskStore, 'list' | 'reload'>;
  readonly map: Pick<SessionMapStore, 'reload'>;
  readonly leases: Pick<Leases, 'isOwnedElsewhere' | 'onDidChange'>;
  readonly terminals: Pick<SessionTerminals, 'activeSessionId' | 'open'>;
  readonly clock: Clock;
  readonly onDidGrantTrust: Event<void>;
  /** All but what follows from the rest. */
  readonly facts: () => Omit<RestoreFacts, 'tasks' | 'leftOpen'>;
  readonly locationOf: (folderUri: string) => TerminalPlace;
  /** Gives what puts back in front what the person looks at now. */
  readonly keepInFront: () => () => PromiseLike<unknown>;
  readonly showNotice: (notice: string) => void;
}

/**
 * Resumes what the last window left open, where the settings say so: each session in a terminal,
 * one after the other, without taking the focus. In a workspace that is not trusted, once it is.
 * What a window still holds is taken from it if nobody looks at that one: what remains of a window
 * that was reloaded may live on for hours. Where it is not known what runs without a window, nothing is
 * resumed: a second agent on one conversation is worse than none.
 */
export class SessionRestore implements Disposable {
  private readonly store = new DisposableStore();
  private readonly waitTimer: Timer;
  private readonly tried = new Set<string>();
  private readonly queue = new SerialQueue();

  constructor(private readonly deps: SessionRestoreDeps) {
    this.waitTimer = this.store.add(new Timer(deps.clock));
  }

  /** To be called once, when what the last window left is known, and what outlived it is held. */
  async start(): Promise<void> {
    const watch = new DisposableStore();
    this.store.add(watch);
    watch.add(this.deps.leases.onDidChange(() => void this.restore()));
    this.waitTimer.start(RELEASE_WAIT_MS, () => watch.dispose());
    this.store.add(this.deps.onDidGrantTrust(() => void this.restore()));
    await this.restore();
  }

  dispose(): void {
    this.store.dispose();
  }

  private restore(): Promise<void> {
    return this.queue.run(() => this.restoreNow()).catch(this.handleError);
  }

  private async restoreNow(): Promise<void> {
    const { tasks, map, facts, sessions, reconnector } = this.deps;
    if (!reconnector.hasListedAll) {
      return;
    }
    // The window that let go of a session may have closed it before, or learnt of its conversation.
    await Promise.all([tasks.reload(), map.reload()]);
    const isDone = (id: string): boolean =>
      sessions.has(id) || reconnector.isRunningElsewhere(id) || this.tried.has(id);
    const leftOpen = findLeftOpen(tasks.list(), isDone);
    const open: RestoreFacts = { ...facts(), tasks: tasks.list(), leftOpen };
    const planned = planRestore({ ...open, leftOpen: await this.findGoingOn(open) });
    const problems: unknown[] = [];
    for (const id of this.freeFirst(planned)) {
      this.tried.add(id);
      await this.resume(id).catch((error: unknown) => this.handleFailure(id, error, problems));
    }
    this.tell(problems);
  }

  /** Leaves out what would start a new conversation. What has no preview is tried, and shows its error. */
  private async findGoingOn(facts: RestoreFacts): Promise<readonly string[]> {
    const wanted = new Set(planRestore(facts));
    const places = listResumePreviewPlaces(facts.tasks, facts.folders);
    const resumePreviews = await this.deps.resumePreviews.findAll(
      places.filter(({ conversation }) => wanted.has(conversation.ptyId)),
    );
    return facts.leftOpen.filter((id) => wanted.has(id) && resumePreviews.get(id)?.kind !== 'new');
  }

  /** A window that owns a session may take seconds to hand it over. */
  private freeFirst(ids: readonly string[]): readonly string[] {
    const isOwned = (id: string): boolean => this.deps.leases.isOwnedElsewhere(id);
    return [...ids.filter((id) => !isOwned(id)), ...ids.filter(isOwned)];
  }

  /** A session that a person uses in another window is tried again when that window releases it. */
  private handleFailure(id: string, error: unknown, problems: unknown[]): void {
    if (error instanceof OwnedElsewhereError) {
      this.tried.delete(id);
    } else {
      problems.push(error);
    }
  }

  private async resume(sessionId: string): Promise<void> {
    const { agents, sessions } = this.deps;
    // A session that a person has opened meanwhile is started by that.
    if (this.store.isDisposed || sessions.has(sessionId) || agents.isTakenOver(sessionId)) {
      return;
    }
    const { clock, keepInFront, terminals, showNotice } = this.deps;
    const prepared = await agents.prepareRestart(sessionId, { takeOver: 'ifAbandoned' });
    prepared.notices.forEach(showNotice);
    const putBack = keepInFront();
    await settledWithin(clock, OPEN_LIMIT_MS, this.open(prepared));
    // Else the person has gone elsewhere meanwhile.
    if (terminals.activeSessionId === sessionId) {
      await putBack();
    }
    try {
      await prepared.launch();
    } catch {
      // Its terminal says so, when it is looked at.
    }
  }

  /** Resolves when the terminal is there, and launches at its size, or is closed. */
  private open(prepared: PreparedStart): Promise<void> {
    const { terminals, locationOf } = this.deps;
    const location = locationOf(prepared.task.folder);
    return new Promise((resolve) => {
      const watched: PreparedStart = {
        ...prepared,
        launch: (size) => (resolve(), prepared.launch(size)),
        discard: () => (resolve(), prepared.discard()),
      };
      terminals.open(subjectOfStart(watched), { location, focus: 'leave' });
    });
  }

  /** In one message, however many there are; another window that was faster is no problem. */
  private tell(problems: readonly unknown[]): void {
    const [first, ...more] = problems.filter((error) => !SessionError.is(error, 'ILLEGAL_STATE'));
    if (first === undefined) {
      return;
    }
    const others = more.length > 0 ? ` ${more.length} more could not be resumed either.` : '';
    this.deps.showNotice(`An earlier session could not be resumed: ${toMessage(first)}${others}`);
  }

  private readonly handleError = (error: unknown): void => this.tell([error]);
}
