import { SessionError } from '../base/errors';
import type { Conversation, Task } from '../tasks/task';
import { parseTaskName } from '../tasks/taskName';
import { findConversation } from '../tasks/taskOfSession';
import type { TaskStore } from '../tasks/taskStore';
import type { FolderRef, TaskChoice } from './agentService';

/** Finds the task that is meant, its conversations and its folder. */
export class TaskPlaces {
  constructor(
    private readonly tasks: TaskStore,
    /** The workspace folders that are open now. */
    private readonly folders: () => readonly FolderRef[],
  ) {}

  cwdOf(folder: FolderRef, choice: TaskChoice): string {
    return choice.kind === 'existing' ? this.requireTask(choice.id).cwd : folder.path;
  }

  /** A new task's name may have been taken meanwhile, by a start at the same moment: then it is that task. */
  findOrCreate(folder: FolderRef, choice: TaskChoice): Promise<Task> {
    if (choice.kind === 'existing') {
      return Promise.resolve(this.requireTask(choice.id));
    }
    const name = parseTaskName(choice.name);
    const known = this.tasks
      .list(folder.uri)
      .find((task) => task.name === name && task.archivedAt === undefined);
    return known
      ? Promise.resolve(known)
      : this.tasks.create({ name, folder: folder.uri, cwd: folder.path });
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
        `Task "${task.name}" is archived: take it up again with Agents: Unarchive Task.`,
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
      `No task remembers session ${ptyId}: start the agent in a task instead.`,
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
}
