import { SessionError } from '../base/errors';
import type { Conversation, Task } from '../tasks/task';
import { parseTaskName } from '../tasks/taskName';
import { findConversation } from '../tasks/taskOfSession';
import type { TaskStore } from '../tasks/taskStore';
import type { FolderRef } from './folderRef';
import type { TaskChoice } from './startRequests';

export class TaskResolver {
  /** Tasks that `find` returned and that are not in the store yet. */
  private readonly drafts = new WeakSet<Task>();

  constructor(
    private readonly tasks: TaskStore,
    private readonly folders: () => readonly FolderRef[],
  ) {}

  cwdOf(folder: FolderRef, choice: TaskChoice): string {
    return choice.kind === 'existing' ? this.requireTask(choice.id).cwd : folder.path;
  }

  /**
   * The chosen task, or a draft of a new one for {@link keep}. If another start already uses the
   * name of a new task, that start's task, which may also be a draft.
   * @param inUse the tasks of starts that are being planned.
   * @throws {SessionError} `BAD_REQUEST`, `ILLEGAL_STATE` if the task is archived.
   */
  find(folder: FolderRef, choice: TaskChoice, inUse: readonly Task[]): Task {
    if (choice.kind === 'existing') {
      return this.requireTask(choice.id);
    }
    const name = parseTaskName(choice.name);
    const drafts = inUse.filter((task) => task.folder === folder.uri && this.drafts.has(task));
    const known = [...this.tasks.list(folder.uri), ...drafts].find(
      (task) => task.name === name && task.archivedAt === undefined,
    );
    return known ?? this.draft(folder, name);
  }

  /** Stores a draft whose start is planned. Does nothing for any other task. */
  async keep(task: Task): Promise<void> {
    if (this.drafts.delete(task)) {
      await this.tasks.add(task);
    }
  }

  requireTask(id: string): Task {
    const task = this.tasks.find(id);
    if (!task) {
      throw new SessionError(
        'BAD_REQUEST',
        `There is no task ${id}: it may have been removed in another window; choose another.`,
      );
    }
    if (task.archivedAt !== undefined) {
      throw new SessionError(
        'ILLEGAL_STATE',
        `Task "${task.name}" is archived: unarchive it with Agents: Unarchive Task.`,
      );
    }
    return task;
  }

  requireConversation(ptyId: string): { task: Task; conversation: Conversation } {
    for (const task of this.tasks.list()) {
      const conversation = findConversation(task, ptyId);
      if (conversation) {
        return { task: this.requireTask(task.id), conversation };
      }
    }
    throw new SessionError(
      'SESSION_NOT_FOUND',
      `No task contains session ${ptyId}: start the agent in a task instead.`,
    );
  }

  requireFolder(task: Task): FolderRef {
    const folder = this.folders().find(({ uri }) => uri === task.folder);
    if (!folder) {
      throw new SessionError(
        'BAD_REQUEST',
        `The folder of task "${task.name}" (${task.cwd}) is not open: add it to the workspace first.`,
      );
    }
    return folder;
  }

  private draft(folder: FolderRef, name: string): Task {
    const draft = this.tasks.draft({ name, folder: folder.uri, cwd: folder.path });
    this.drafts.add(draft);
    return draft;
  }
}
