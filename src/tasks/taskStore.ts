import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../base/clock';
import { SessionError, toMessage } from '../base/errors';
import { Emitter } from '../base/event';
import type { Disposable } from '../base/lifecycle';
import type { Conversation, Task } from './task';
import { applyTaskChange, type TaskChange } from './taskChange';
import { TaskFileStorage, type StoredTasks } from './taskFileStorage';
import type { TaskIds } from './taskIds';
import { parseTaskName } from './taskName';

/** A trouble with the disk that the person should know of; the store goes on without it. */
export interface TaskStoreProblem {
  readonly kind: 'unreadable' | 'notRead' | 'notSaved';
  /** One sentence that names the file and a next step. */
  readonly message: string;
}

type DiskAction = 'read' | 'save';

/**
 * Remembers the tasks of all folders, in memory and in `tasks.json`, which other
 * windows change too. A change is seen at once; its promise settles when it is on disk
 * or has to wait in memory for the next change (disk full, read-only): it never rejects
 * for the disk's sake, {@link TaskStore.onDidMeetProblem} tells.
 */
export class TaskStore implements Disposable {
  private readonly didChange = new Emitter<void>();
  private readonly didMeetProblem = new Emitter<TaskStoreProblem>();
  private readonly storage: TaskFileStorage;
  /** What the disk said last. */
  private saved: readonly Task[] = [];
  /** What the disk does not know yet. */
  private pending: readonly TaskChange[] = [];
  /** `pending` applied to `saved`. */
  private tasks: readonly Task[] = [];
  private work: Promise<void> = Promise.resolve();
  /** What the person knows to fail, until it succeeds. */
  private readonly knownToFail = new Set<DiskAction>();

  readonly onDidChange = this.didChange.event;
  /** An unreadable file each time; failing to read, and to save, once until it succeeds again. */
  readonly onDidMeetProblem = this.didMeetProblem.event;

  constructor(
    directory: string,
    private readonly clock: Clock,
    private readonly ids: Pick<TaskIds, 'task'>,
  ) {
    this.storage = new TaskFileStorage(directory, clock);
  }

  find(taskId: string): Task | undefined {
    return this.tasks.find(({ id }) => id === taskId);
  }

  /** The tasks of a workspace folder, by its URI, or all; oldest first. */
  list(folder?: string): readonly Task[] {
    return folder === undefined ? this.tasks : this.tasks.filter((task) => task.folder === folder);
  }

  /** @throws {SessionError} `BAD_REQUEST` for a name that {@link parseTaskName} refuses. */
  async create(task: Pick<Task, 'name' | 'folder' | 'cwd'>): Promise<Task> {
    const created: Task = {
      id: this.ids.task(),
      name: parseTaskName(task.name),
      folder: task.folder,
      cwd: task.cwd,
      createdAt: new Date(this.clock.now()).toISOString(),
      conversations: [],
    };
    await this.change({ kind: 'addTask', task: created });
    return created;
  }

  /** @throws {SessionError} `BAD_REQUEST` for a bad name or an unknown task. */
  async rename(taskId: string, name: string): Promise<void> {
    this.require(taskId);
    await this.change({ kind: 'renameTask', taskId, name: parseTaskName(name) });
  }

  /** Forgets the task; an unknown one is harmless. */
  async remove(taskId: string): Promise<void> {
    await this.change({ kind: 'removeTask', taskId });
  }

  /**
   * Adds a conversation, or replaces the one of the same PTY id.
   * @throws {SessionError} `BAD_REQUEST` for an unknown task.
   */
  async putConversation(taskId: string, conversation: Conversation): Promise<void> {
    this.require(taskId);
    await this.change({ kind: 'putConversation', taskId, conversation });
  }

  /** Forgets a conversation; an unknown one is harmless. */
  async removeConversation(taskId: string, ptyId: string): Promise<void> {
    await this.change({ kind: 'removeConversation', taskId, ptyId });
  }

  /** Gives a conversation another label; an unknown one is harmless. */
  async relabelConversation(taskId: string, ptyId: string, label: string): Promise<void> {
    await this.change({ kind: 'relabelConversation', taskId, ptyId, label });
  }

  /** Takes in what other windows have written; the first call loads the list. */
  reload(): Promise<void> {
    return this.enqueue('read', async () => this.accept(await this.storage.read(), 0));
  }

  /** Resolves when everything asked for so far is on disk or known not to get there. */
  flush(): Promise<void> {
    return this.work;
  }

  dispose(): void {
    this.didChange.dispose();
    this.didMeetProblem.dispose();
  }

  private require(taskId: string): void {
    if (!this.find(taskId)) {
      throw new SessionError(
        'BAD_REQUEST',
        `There is no task ${taskId}: it may have been removed in another window; choose another.`,
      );
    }
  }

  private change(change: TaskChange): Promise<void> {
    this.pending = [...this.pending, change];
    this.refresh();
    return this.enqueue('save', () => this.savePending());
  }

  private async savePending(): Promise<void> {
    const batch = this.pending;
    if (batch.length === 0) {
      return;
    }
    const stored = await this.storage.update((tasks) => batch.reduce(applyTaskChange, tasks));
    this.accept(stored, batch.length);
  }

  /** One piece of work at a time, so that what the disk said last is said last here. */
  private enqueue(action: DiskAction, work: () => Promise<void>): Promise<void> {
    this.work = this.work.then(work).then(
      () => void this.knownToFail.delete(action),
      (error: unknown) => this.handleDiskError(action, error),
    );
    return this.work;
  }

  private accept({ tasks, movedAside }: StoredTasks, savedChanges: number): void {
    this.saved = tasks;
    this.pending = this.pending.slice(savedChanges);
    this.refresh();
    if (movedAside) {
      this.didMeetProblem.fire({
        kind: 'unreadable',
        message:
          `The list of tasks in ${this.storage.path} cannot be used (${movedAside.damage}): ` +
          `it is kept as ${movedAside.to}, from where you can copy back what is missing.`,
      });
    }
  }

  private refresh(): void {
    const tasks = this.pending.reduce(applyTaskChange, this.saved);
    if (!isDeepStrictEqual(tasks, this.tasks)) {
      this.tasks = tasks;
      this.didChange.fire();
    }
  }

  private handleDiskError(action: DiskAction, error: unknown): void {
    if (!this.knownToFail.has(action)) {
      this.knownToFail.add(action);
      this.didMeetProblem.fire(PROBLEMS[action](this.storage.directory, toMessage(error)));
    }
  }
}

const PROBLEMS = {
  read: (directory, reason) => ({
    kind: 'notRead',
    message:
      `The list of tasks in ${directory} cannot be read (${reason}): ` +
      `what other windows change is not seen here until it can, so give access to it.`,
  }),
  save: (directory, reason) => ({
    kind: 'notSaved',
    message:
      `The list of tasks in ${directory} cannot be saved (${reason}): ` +
      `it lives in this window alone until the next change can be saved, so make room there or give access.`,
  }),
} as const satisfies Record<DiskAction, (directory: string, reason: string) => TaskStoreProblem>;
