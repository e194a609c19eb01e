import type { Clock } from '../base/clock';
import { SessionError } from '../base/errors';
import type { Disposable } from '../base/lifecycle';
import { SharedFile } from './sharedFile';
import { SharedState } from './sharedState';
import type { Conversation, Task } from './task';
import { applyTaskChange, type TaskChange, type TaskPlace } from './taskChange';
import { TASK_FILE } from './taskFile';
import type { TaskIds } from './taskIds';
import { parseTaskName } from './taskName';

/** What a new task is made of. */
type NewTask = Pick<Task, 'name' | 'folder' | 'cwd' | 'worktree' | 'pendingSetup'>;

/** Remembers the tasks of all folders, in memory and in `tasks.json`, which other windows change too. */
export class TaskStore implements Disposable {
  private readonly state: SharedState<readonly Task[], TaskChange>;

  readonly onDidChange;
  readonly onDidMeetProblem;

  constructor(
    directory: string,
    private readonly clock: Clock,
    private readonly ids: Pick<TaskIds, 'task'>,
  ) {
    this.state = new SharedState(new SharedFile(directory, TASK_FILE, clock), applyTaskChange);
    this.onDidChange = this.state.onDidChange;
    this.onDidMeetProblem = this.state.onDidMeetProblem;
  }

  find(taskId: string): Task | undefined {
    return this.state.value.find(({ id }) => id === taskId);
  }

  /** The tasks of a workspace folder, by its URI, or all; oldest first. */
  list(folder?: string): readonly Task[] {
    return folder === undefined
      ? this.state.value
      : this.state.value.filter((task) => task.folder === folder);
  }

  /** @throws {SessionError} `BAD_REQUEST` for a name that {@link parseTaskName} refuses. */
  async create(task: NewTask): Promise<Task> {
    const created = this.draft(task);
    await this.add(created);
    return created;
  }

  /**
   * A task that is not in the list until {@link add} adds it.
   * @throws {SessionError} as {@link create}.
   */
  draft(task: NewTask): Task {
    return {
      id: this.ids.task(),
      name: parseTaskName(task.name),
      folder: task.folder,
      cwd: task.cwd,
      ...(task.worktree && { worktree: task.worktree }),
      ...(task.pendingSetup && { pendingSetup: task.pendingSetup }),
      createdAt: new Date(this.clock.now()).toISOString(),
      conversations: [],
    };
  }

  /** Adds a draft; one that is in the list is harmless. */
  async add(draft: Task): Promise<void> {
    await this.state.change({ kind: 'addTask', task: draft });
  }

  /** @throws {SessionError} `BAD_REQUEST` for a bad name or an unknown task. */
  async rename(taskId: string, name: string): Promise<void> {
    this.require(taskId);
    await this.state.change({ kind: 'renameTask', taskId, name: parseTaskName(name) });
  }

  /** Has the task work elsewhere, or puts it aside; an unknown one is harmless. */
  async place(taskId: string, place: TaskPlace): Promise<void> {
    await this.state.change({ kind: 'placeTask', taskId, place });
  }

  /** Forgets the task; an unknown one is harmless. */
  async remove(taskId: string): Promise<void> {
    await this.state.change({ kind: 'removeTask', taskId });
  }

  /**
   * Adds a conversation, or replaces the one of the same PTY id.
   * @throws {SessionError} `BAD_REQUEST` for an unknown task.
   */
  async putConversation(taskId: string, conversation: Conversation): Promise<void> {
    this.require(taskId);
    await this.state.change({ kind: 'putConversation', taskId, conversation });
  }

  /** Forgets a conversation; an unknown one is harmless. */
  async removeConversation(taskId: string, ptyId: string): Promise<void> {
    await this.state.change({ kind: 'removeConversation', taskId, ptyId });
  }

  /** Its agent does not run any more; an unknown one is harmless. */
  async closeConversation(taskId: string, ptyId: string): Promise<void> {
    await this.state.change({ kind: 'closeConversation', taskId, ptyId });
  }

  /** Gives a conversation another label; an unknown one is harmless. */
  async relabelConversation(taskId: string, ptyId: string, label: string): Promise<void> {
    await this.state.change({ kind: 'relabelConversation', taskId, ptyId, label });
  }

  /** Takes in what other windows have written; the first call loads the list. */
  reload(): Promise<void> {
    return this.state.reload();
  }

  /** Resolves when everything asked for so far is on disk or known not to get there. */
  flush(): Promise<void> {
    return this.state.flush();
  }

  dispose(): void {
    this.state.dispose();
  }

  private require(taskId: string): void {
    if (!this.find(taskId)) {
      throw new SessionError(
        'BAD_REQUEST',
        `There is no task ${taskId}: it may have been removed in another window; choose another.`,
      );
    }
  }
}
