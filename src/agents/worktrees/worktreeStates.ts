import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../base/clock';
import { toMessage } from '../../base/errors';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import type { SessionEvent, SessionService } from '../../pty/sessionService';
import type { Task } from '../../tasks/task';
import { findConversation } from '../../tasks/taskOfSession';
import type { TaskStore } from '../../tasks/taskStore';
import type { WorktreeStatus } from '../../worktrees/worktreeStatus';
import type { FolderRef } from '../agentService';
import type { TaskWorktrees } from './taskWorktrees';

/** What was last seen of a task's worktree. */
export type WorktreeState =
  | { readonly kind: 'there'; readonly status: WorktreeStatus }
  | { readonly kind: 'moved'; readonly path: string }
  | { readonly kind: 'missing' | 'broken' }
  /** It could not be looked at, for a reason in a sentence. */
  | { readonly kind: 'unreadable'; readonly reason: string };

/** A task's worktree is looked at no more often than this: git reads all of its files. */
export const MIN_INTERVAL_MS = 3000;

/** The most worktrees that are looked at, newest tasks first. */
export const MAX_WORKTREES = 100;

export interface WorktreeStatesDeps {
  readonly worktrees: Pick<TaskWorktrees, 'locate' | 'status'>;
  readonly tasks: Pick<TaskStore, 'find' | 'list' | 'onDidChange'>;
  readonly sessions: Pick<SessionService, 'onDidChange'>;
  readonly folders: () => readonly FolderRef[];
  /** A repository may say what its git runs, so none is asked before it is trusted. */
  readonly isTrusted: () => boolean;
  readonly clock: Clock;
}

/**
 * How the tasks' worktrees stand, kept at hand for whoever shows it: read in the background, one
 * after another, when the tasks change, when a session of theirs falls idle or ends, and when it
 * is asked for. What was not read yet is undefined.
 */
export class WorktreeStates implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<void>());
  private readonly delay: Timer;
  private readonly states = new Map<string, WorktreeState>();
  /** When each was last looked at, and the worktree that was. */
  private readonly seen = new Map<string, { readonly at: number; readonly task: Task }>();
  private readonly due = new Set<string>();
  private readonly idle = new Set<string>();
  private isReading = false;

  readonly onDidChange = this.didChange.event;

  constructor(private readonly deps: WorktreeStatesDeps) {
    this.delay = this.store.add(new Timer(deps.clock));
    this.store.add(deps.tasks.onDidChange(() => this.handleTasks()));
    this.store.add(deps.sessions.onDidChange((event) => this.handleSession(event)));
    this.refresh();
  }

  get(taskId: string): WorktreeState | undefined {
    return this.states.get(taskId);
  }

  /** Looks again, at one task's worktree or at all, as soon as that may be. */
  refresh(taskId?: string): void {
    const tasks = this.tasks().filter(({ id }) => taskId === undefined || id === taskId);
    tasks.forEach(({ id }) => this.due.add(id));
    this.readNext();
  }

  dispose(): void {
    this.store.dispose();
  }

  /** Looks at what is new or has another place, and forgets what is gone. */
  private handleTasks(): void {
    const tasks = new Map(this.tasks().map((task) => [task.id, task]));
    for (const id of [...this.states.keys(), ...this.seen.keys(), ...this.due]) {
      if (!tasks.has(id)) {
        [this.states, this.seen, this.due].forEach((known) => known.delete(id));
      }
    }
    for (const [id, { worktree }] of tasks) {
      if (!isDeepStrictEqual(this.seen.get(id)?.task.worktree, worktree)) {
        // What was seen at the old place says nothing of the new one.
        this.seen.delete(id);
        this.due.add(id);
      }
    }
    this.readNext();
  }

  private handleSession({ type, session }: SessionEvent): void {
    const wasIdle = this.idle.has(session.id);
    const isIdle = type !== 'removed' && session.state === 'idle';
    this.idle[isIdle ? 'add' : 'delete'](session.id);
    if (ENDS.has(type) || (isIdle && !wasIdle)) {
      const holders = this.tasks().filter((task) => findConversation(task, session.id));
      holders.forEach(({ id }) => this.refresh(id));
    }
  }

  private readNext(): void {
    if (this.isReading || this.store.isDisposed || this.due.size === 0 || !this.deps.isTrusted()) {
      return;
    }
    const waits = [...this.due].map((id) => ({ id, waitMs: this.waitOf(id) }));
    const next = waits.reduce((a, b) => (b.waitMs < a.waitMs ? b : a));
    if (next.waitMs > 0) {
      this.delay.start(next.waitMs, () => this.readNext());
      return;
    }
    void this.read(next.id);
  }

  private waitOf(taskId: string): number {
    const seen = this.seen.get(taskId);
    return seen ? seen.at + MIN_INTERVAL_MS - this.deps.clock.monotonic() : 0;
  }

  private async read(taskId: string): Promise<void> {
    const task = this.deps.tasks.find(taskId);
    this.due.delete(taskId);
    if (task) {
      this.isReading = true;
      this.noteSeen(task);
      const state = await this.look(task);
      this.isReading = false;
      // It may be gone by now, or have another worktree, which is looked at next.
      if (!this.store.isDisposed && this.seen.get(taskId)?.task === task) {
        this.noteSeen(task);
        this.put(taskId, state);
      }
    }
    this.readNext();
  }

  private noteSeen(task: Task): void {
    this.seen.set(task.id, { at: this.deps.clock.monotonic(), task });
  }

  private put(taskId: string, state: WorktreeState | undefined): void {
    if (isDeepStrictEqual(this.states.get(taskId), state)) {
      return;
    }
    if (state) {
      this.states.set(taskId, state);
    } else {
      this.states.delete(taskId);
    }
    this.didChange.fire();
  }

  private async look(task: Task): Promise<WorktreeState | undefined> {
    const { worktrees } = this.deps;
    try {
      const location = await worktrees.locate(task);
      switch (location?.kind) {
        case undefined:
          return undefined;
        case 'there': {
          const status = await worktrees.status(task);
          return status && { kind: 'there', status };
        }
        case 'moved':
          return { kind: 'moved', path: location.path };
        case 'missing':
        case 'broken':
          return { kind: location.kind };
      }
    } catch (error) {
      return { kind: 'unreadable', reason: toMessage(error) };
    }
  }

  /** Those in the open folders that have a worktree now, as many as are looked at. */
  private tasks(): readonly Task[] {
    const folders = new Set(this.deps.folders().map(({ uri }) => uri));
    return this.deps.tasks
      .list()
      .filter(({ worktree, archivedAt }) => worktree && archivedAt === undefined)
      .filter(({ folder }) => folders.has(folder))
      .slice(-MAX_WORKTREES);
  }
}

const ENDS: ReadonlySet<SessionEvent['type']> = new Set(['agentExit', 'exit', 'removed']);
