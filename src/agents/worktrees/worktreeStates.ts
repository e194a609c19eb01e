import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../base/clock';
import { toMessage } from '../../base/errors';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { AGENT_END_EVENTS, type SessionEvent, type SessionService } from '../../pty/sessionService';
import type { Task } from '../../tasks/task';
import { findConversation } from '../../tasks/taskOfSession';
import type { TaskStore } from '../../tasks/taskStore';
import type { Changes } from '../../worktrees/changes/changes';
import type { WorktreeStatus } from '../../worktrees/worktreeStatus';
import type { FolderRef } from '../folderRef';
import type { TaskWorktrees } from './taskWorktrees';

/** The last read state of a task's worktree. */
export type WorktreeState =
  | { readonly kind: 'there'; readonly status: WorktreeStatus }
  | { readonly kind: 'moved'; readonly path: string }
  | { readonly kind: 'missing' | 'broken' }
  /** It could not be read; `reason` is a sentence. */
  | { readonly kind: 'unreadable'; readonly reason: string };

/** What a task has changed, or the sentence why that cannot be read. */
export type TaskChanges =
  | { readonly kind: 'read'; readonly changes: Changes }
  | { readonly kind: 'unreadable'; readonly reason: string };

/**
 * The least time between two readings of a worktree, because git reads all of its files. In
 * milliseconds. It is longer where a reading takes long: at most a tenth of the time is spent on it.
 */
export const MIN_INTERVAL_MS = 3000;
const INTERVAL_PER_READING = 10;

const MAX_WORKTREES = 100;

interface WorktreeStatesDeps {
  readonly worktrees: Pick<TaskWorktrees, 'changes' | 'locate' | 'status'>;
  readonly tasks: Pick<TaskStore, 'find' | 'list' | 'onDidChange'>;
  readonly sessions: Pick<SessionService, 'onDidChange'>;
  readonly folders: () => readonly FolderRef[];
  /** Nothing is read without trust, because a repository can configure what its git runs. */
  readonly isTrusted: () => boolean;
  readonly clock: Clock;
}

interface Reading {
  readonly task: Task;
  /** Monotonic, in milliseconds. */
  readonly nextAt: number;
}

/**
 * Caches the states of the tasks' worktrees and what the tasks have changed, and reads them in the background, one at a time: when
 * the tasks change, when a session of a task becomes idle or ends, and on request.
 */
export class WorktreeStates implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<void>());
  private readonly delay: Timer;
  private readonly states = new Map<string, WorktreeState>();
  private readonly changes = new Map<string, TaskChanges>();
  /** Since the last commit. Empty while that is not shown. */
  private readonly uncommitted = new Map<string, TaskChanges>();
  private isUncommittedShown = false;
  private readonly readings = new Map<string, Reading>();
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

  /** Undefined if the task has no worktree, or it is not read yet. */
  get(taskId: string): WorktreeState | undefined {
    return this.states.get(taskId);
  }

  /** Undefined if what the task has changed is not read yet. */
  changesOf(taskId: string): TaskChanges | undefined {
    return this.changes.get(taskId);
  }

  /** What the task has not committed; undefined unless it is shown and read. */
  uncommittedOf(taskId: string): TaskChanges | undefined {
    return this.uncommitted.get(taskId);
  }

  /** Reads also what is not committed, from now on, or no longer. */
  showUncommitted(isShown: boolean): void {
    this.isUncommittedShown = isShown;
    this.uncommitted.clear();
    this.didChange.fire();
    // The person waits for it, so no earlier reading delays it.
    this.readings.clear();
    this.refresh();
  }

  /** Reads one task's worktree or all again, as soon as its interval allows. */
  refresh(taskId?: string): void {
    const tasks = this.tasks().filter(({ id }) => taskId === undefined || id === taskId);
    tasks.forEach(({ id }) => this.due.add(id));
    this.readNext();
  }

  dispose(): void {
    this.store.dispose();
  }

  private handleTasks(): void {
    const tasks = new Map(this.tasks().map((task) => [task.id, task]));
    for (const id of [...this.states.keys(), ...this.readings.keys(), ...this.due]) {
      if (!tasks.has(id)) {
        [this.states, this.changes, this.uncommitted, this.readings, this.due].forEach((known) =>
          known.delete(id),
        );
      }
    }
    for (const [id, { landing, start, worktree }] of tasks) {
      const known = this.readings.get(id)?.task;
      if (
        !known ||
        !isDeepStrictEqual([known.landing, known.start, known.worktree], [landing, start, worktree])
      ) {
        // The reading of the old path does not delay the first reading of the new one.
        this.readings.delete(id);
        this.due.add(id);
      }
    }
    this.readNext();
  }

  private handleSession({ type, session }: SessionEvent): void {
    const wasIdle = this.idle.has(session.id);
    const isIdle = type !== 'removed' && session.state === 'idle';
    this.idle[isIdle ? 'add' : 'delete'](session.id);
    if (AGENT_END_EVENTS.has(type) || (isIdle && !wasIdle)) {
      const owners = this.tasks().filter((task) => findConversation(task, session.id));
      owners.forEach(({ id }) => this.refresh(id));
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
    const reading = this.readings.get(taskId);
    return reading ? reading.nextAt - this.deps.clock.monotonic() : 0;
  }

  private async read(taskId: string): Promise<void> {
    const task = this.deps.tasks.find(taskId);
    this.due.delete(taskId);
    if (task) {
      this.isReading = true;
      const begin = this.deps.clock.monotonic();
      this.noteReading(task, begin);
      const state = await this.readState(task);
      const isThere = !task.worktree || state?.kind === 'there';
      const changes = isThere ? await this.readChanges(task, 'base') : undefined;
      const uncommitted =
        isThere && this.isUncommittedShown ? await this.readChanges(task, 'head') : undefined;
      this.isReading = false;
      // The task may be gone by now, or have another worktree, which is read next.
      if (!this.store.isDisposed && this.readings.get(taskId)?.task === task) {
        this.noteReading(task, begin);
        this.put(taskId, { state, changes, uncommitted });
      }
    }
    this.readNext();
  }

  private noteReading(task: Task, begin: number): void {
    const now = this.deps.clock.monotonic();
    const waitMs = Math.max(MIN_INTERVAL_MS, INTERVAL_PER_READING * (now - begin));
    this.readings.set(task.id, { task, nextAt: now + waitMs });
  }

  private put(
    taskId: string,
    {
      state,
      changes,
      uncommitted,
    }: {
      readonly state: WorktreeState | undefined;
      readonly changes: TaskChanges | undefined;
      readonly uncommitted: TaskChanges | undefined;
    },
  ): void {
    const isChanged = [
      setOrDelete(this.states, taskId, state),
      setOrDelete(this.changes, taskId, changes),
      setOrDelete(this.uncommitted, taskId, uncommitted),
    ].includes(true);
    if (isChanged) {
      this.didChange.fire();
    }
  }

  private async readState(task: Task): Promise<WorktreeState | undefined> {
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

  private async readChanges(task: Task, since: 'base' | 'head'): Promise<TaskChanges> {
    try {
      return { kind: 'read', changes: await this.deps.worktrees.changes(task, since) };
    } catch (error) {
      return { kind: 'unreadable', reason: toMessage(error) };
    }
  }

  /** Those with a worktree, and those in their folder whose start is known. */
  private tasks(): readonly Task[] {
    const folders = new Set(this.deps.folders().map(({ uri }) => uri));
    return this.deps.tasks
      .list()
      .filter(({ archivedAt, start, worktree }) => (worktree ?? start) && archivedAt === undefined)
      .filter(({ folder }) => folders.has(folder))
      .slice(-MAX_WORKTREES);
  }
}

/** Returns whether the value is another one. An equal one keeps its object, by which rows are cached. */
function setOrDelete<Value>(
  map: Map<string, Value>,
  key: string,
  value: Value | undefined,
): boolean {
  if (isDeepStrictEqual(map.get(key), value)) {
    return false;
  }
  if (value === undefined) {
    map.delete(key);
  } else {
    map.set(key, value);
  }
  return true;
}
