import type { Clock } from '../base/clock';
import { SessionError } from '../base/errors';
import type { Disposable } from '../base/lifecycle';
import { SharedFile } from './sharedFile';
import { SharedState } from './sharedState';
import type { Conversation, Task } from './task';
import { applyTaskChange, type TaskChange, type TaskFields } from './taskChange';
import { TASK_FILE } from './taskFile';
import type { TaskIds } from './taskIds';
import { parseTaskName } from './taskName';

/** What a new task is made of. */
type NewTask = Pick<Task, 'name' | 'folder' | 'cwd' | 'worktree' | 'pendingSetup'>;

/**
 * Stores the tasks of all folders, in memory and in `tasks.json`, which other windows change as
 * well.
 */
export class TaskStore implements Disposable {
  private readonly state: SharedState<readonly Task[], TaskChange>;

  readonly onDidChange;
  readonly onDidMeetProblem;

  constructor(
    directory: string,
    private readonly clock: Clock,
    private readonly ids: TaskIds,
  ) {
    this.state = new SharedState(new SharedFile(directory, TASK_FILE, clock), applyTaskChange);
    this.onDidChange = this.state.onDidChange;
    this.onDidMeetProblem = this.state.onDidMeetProblem;
  }

  find(taskId: string): Task | undefined {
    return this.state.value.find(({ id }) => id === taskId);
  }

  /** The tasks of a workspace folder, given by its URI, or all tasks; oldest first. */
  list(folder?: string): readonly Task[] {
    return folder === undefined
      ? this.state.value
      : this.state.value.filter((task) => task.folder === folder);
  }

  /**
   * With `isNumbered`, the name gets a number if another task of the folder has it, also one that
   * another window creates at the same time.
   * @throws {SessionError} `BAD_REQUEST` for a name that {@link parseTaskName} refuses.
   */
  async create(task: NewTask, { isNumbered = false } = {}): Promise<Task> {
    const created = this.draft(task);
    await this.state.change({ kind: 'addTask', task: created, isNumbered });
    return this.find(created.id) ?? created;
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

  /** Adds a draft. One that is already in the list does nothing. */
  async add(draft: Task): Promise<void> {
    await this.state.change({ kind: 'addTask', task: draft });
  }

  /** @throws {SessionError} `BAD_REQUEST` for a bad name or an unknown task. */
  async rename(taskId: string, name: string): Promise<void> {
    this.require(taskId);
    await this.state.change({ kind: 'renameTask', taskId, name: parseTaskName(name) });
  }

  /** Moves, archives or sets up a task. Does nothing for an unknown task. */
  async update(taskId: string, fields: TaskFields): Promise<void> {
    await this.state.change({ kind: 'setFields', taskId, fields });
  }

  /** Removes the task. Does nothing for an unknown task. */
  async remove(taskId: string): Promise<void> {
    await this.state.change({ kind: 'removeTask', taskId });
  }

  /**
   * Adds a conversation, or replaces the fields of the one with the same PTY id: an `undefined`
   * field is removed, and one that is left out stays.
   * @throws {SessionError} `BAD_REQUEST` for an unknown task.
   */
  async putConversation(taskId: string, conversation: Conversation): Promise<void> {
    this.require(taskId);
    await this.state.change({ kind: 'putConversation', taskId, conversation });
  }

  /** Removes a conversation. Does nothing for an unknown one. */
  async removeConversation(taskId: string, ptyId: string): Promise<void> {
    await this.state.change({ kind: 'removeConversation', taskId, ptyId });
  }

  /** Records that the conversation's agent no longer runs. Does nothing for an unknown one. */
  async closeConversation(taskId: string, ptyId: string): Promise<void> {
    await this.state.change({ kind: 'closeConversation', taskId, ptyId });
  }

  /** Changes the label of a conversation. Does nothing for an unknown one. */
  async relabelConversation(taskId: string, ptyId: string, label: string): Promise<void> {
    await this.state.change({ kind: 'relabelConversation', taskId, ptyId, label });
  }

  /** Records whether the person wants messages about a conversation. Does nothing for an unknown one. */
  async muteConversation(taskId: string, ptyId: string, isMuted: boolean): Promise<void> {
    await this.state.change({ kind: 'muteConversation', taskId, ptyId, isMuted });
  }

  /** Reads the changes of other windows; the first call loads the list. */
  reload(): Promise<void> {
    return this.state.reload();
  }

  /** Resolves when all requested changes are on disk or their write has failed. */
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
