import type { AgentLauncher } from '../../agents/agentLauncher';
import type { PreparedStart } from '../../agents/preparedStart';
import {
  type ResumePreviews,
  listPreviewCandidates,
} from '../../agents/conversations/resumePreviews';
import { OwnedElsewhereError } from '../../ownership/sessionHandover';
import { findLeftOpen } from '../../agents/conversations/openConversations';
import type { SessionReconnector } from '../../ownership/sessionReconnector';
import { settledWithin, type Clock } from '../../base/clock';
import { SessionError, toMessage } from '../../base/errors';
import type { Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { SerialQueue } from '../../base/serialQueue';
import type { TerminalLocationSetting } from '../../config/contributions';
import type { SessionService } from '../../pty/sessionService';
import type { Leases } from '../../ownership/leases';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import type { TaskStore } from '../../tasks/taskStore';
import { planRestore, type RestoreFacts } from './planRestore';
import type { SessionTerminals } from '../terminals/sessionTerminals';
import { subjectOfStart } from '../terminals/terminalSubject';
import { OPEN_LIMITS_MS } from './terminalsRestore';

/**
 * How long the previous window may take to release its sessions, in milliseconds: it may still be
 * ending, or have crashed, which other windows detect after 15 s.
 */
const RELEASE_WAIT_MS = 20_000;

interface SessionRestoreDeps {
  readonly launcher: Pick<AgentLauncher, 'isTakenOver' | 'prepareRestart'>;
  readonly resumePreviews: Pick<ResumePreviews, 'findAll'>;
  readonly reconnector: Pick<SessionReconnector, 'hasListedAll' | 'isRunningElsewhere'>;
  readonly sessions: Pick<SessionService, 'has'>;
  readonly tasks: Pick<TaskStore, 'list' | 'reload'>;
  readonly map: Pick<SessionMapStore, 'reload'>;
  readonly leases: Pick<Leases, 'isOwnedElsewhere' | 'onDidChange'>;
  readonly terminals: Pick<SessionTerminals, 'activeSessionId' | 'open'>;
  readonly clock: Clock;
  readonly onDidGrantTrust: Event<void>;
  /** The facts, except those that come from the other dependencies. */
  readonly facts: () => Omit<RestoreFacts, 'tasks' | 'leftOpen'>;
  readonly locationOf: (folderUri: string) => TerminalLocationSetting;
  /** Returns a function that brings what is in front now to the front again. */
  readonly keepInFront: () => () => PromiseLike<unknown>;
  readonly showNotice: (notice: string) => void;
}

/**
 * Resumes the sessions that the last window left open, if the settings request it: each in a
 * terminal, one after the other, without taking the focus. In an untrusted workspace it starts once
 * trust is granted. A session that another window holds is taken over if no person uses that
 * window: the rest of a reloaded window may run for hours. If it is unknown which sessions run
 * without a window, nothing is resumed: a second agent on one conversation is worse than none.
 */
export class SessionRestore implements Disposable {
  private readonly store = new DisposableStore();
  private readonly waitTimer: Timer;
  private readonly tried = new Set<string>();
  private readonly queue = new SerialQueue();

  constructor(private readonly deps: SessionRestoreDeps) {
    this.waitTimer = this.store.add(new Timer(deps.clock));
  }

  /**
   * Starts. Call it once, when the last window's state is loaded and its surviving sessions are
   * acquired.
   */
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
    return this.queue
      .run(() => this.restoreNow())
      .catch((error: unknown) => this.showProblems([error]));
  }

  private async restoreNow(): Promise<void> {
    const { tasks, map, facts, sessions, reconnector } = this.deps;
    if (!reconnector.hasListedAll) {
      return;
    }
    // The window that released a session may have closed it before, or recorded its conversation.
    await Promise.all([tasks.reload(), map.reload()]);
    const isDone = (id: string): boolean =>
      sessions.has(id) || reconnector.isRunningElsewhere(id) || this.tried.has(id);
    const leftOpen = findLeftOpen(tasks.list(), isDone);
    const open: RestoreFacts = { ...facts(), tasks: tasks.list(), leftOpen };
    const planned = planRestore({ ...open, leftOpen: await this.findResumable(open) });
    const problems: unknown[] = [];
    for (const id of this.sortFreeFirst(planned)) {
      this.tried.add(id);
      await this.resume(id).catch((error: unknown) => this.handleFailure(id, error, problems));
    }
    this.showProblems(problems);
  }

  /**
   * Leaves out sessions that would start a new conversation. Sessions without a preview are tried,
   * and show their error.
   */
  private async findResumable(facts: RestoreFacts): Promise<readonly string[]> {
    const wanted = new Set(planRestore(facts));
    const candidates = listPreviewCandidates(facts.tasks, facts.folders);
    const resumePreviews = await this.deps.resumePreviews.findAll(
      candidates.filter(({ conversation }) => wanted.has(conversation.ptyId)),
    );
    return facts.leftOpen.filter((id) => wanted.has(id) && resumePreviews.get(id)?.kind !== 'new');
  }

  /** Puts sessions that other windows own last, because those windows may take time to release them. */
  private sortFreeFirst(ids: readonly string[]): readonly string[] {
    const isOwned = (id: string): boolean => this.deps.leases.isOwnedElsewhere(id);
    return [...ids.filter((id) => !isOwned(id)), ...ids.filter(isOwned)];
  }

  /** A session that a person uses in another window stays there until that window releases it. */
  private handleFailure(id: string, error: unknown, problems: unknown[]): void {
    if (error instanceof OwnedElsewhereError) {
      this.tried.delete(id);
    } else {
      problems.push(error);
    }
  }

  private async resume(sessionId: string): Promise<void> {
    const { launcher, sessions } = this.deps;
    // If the person has opened the session meanwhile, that start also takes it over.
    if (this.store.isDisposed || sessions.has(sessionId) || launcher.isTakenOver(sessionId)) {
      return;
    }
    const { clock, keepInFront, locationOf, terminals } = this.deps;
    const prepared = await launcher.prepareRestart(sessionId, { takeOver: 'ifAbandoned' });
    const putBack = keepInFront();
    const location = locationOf(prepared.task.folder);
    await settledWithin(clock, OPEN_LIMITS_MS[location], this.open(prepared, location));
    // Otherwise the person has switched to something else meanwhile.
    if (terminals.activeSessionId === sessionId) {
      await putBack();
    }
    try {
      await prepared.launch();
    } catch {
      // Its terminal shows the error.
    }
  }

  /** Resolves when the terminal is open and launches at its size, or is closed. */
  private open(prepared: PreparedStart, location: TerminalLocationSetting): Promise<void> {
    const { terminals } = this.deps;
    return new Promise((resolve) => {
      const watched: PreparedStart = {
        ...prepared,
        launch: (size) => (resolve(), prepared.launch(size)),
        discard: () => (resolve(), prepared.discard()),
      };
      terminals.open(subjectOfStart(watched), { location, focus: 'leave' });
    });
  }

  /** Shows one message for all errors. If another window was faster, that is no error. */
  private showProblems(problems: readonly unknown[]): void {
    const [first, ...more] = problems.filter((error) => !SessionError.is(error, 'ILLEGAL_STATE'));
    if (first === undefined) {
      return;
    }
    const others = more.length > 0 ? ` ${more.length} more could not be resumed either.` : '';
    this.deps.showNotice(`An earlier session could not be resumed: ${toMessage(first)}${others}`);
  }
}
