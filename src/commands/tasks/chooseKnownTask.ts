import type { FolderRef } from '../../agents/folderRef';
import { SessionError } from '../../base/errors';
import type { Task } from '../../tasks/task';
import { findTasks } from '../../tasks/taskName';
import type { TaskArguments } from '../commandArguments';
import type { CommandServices } from '../commandServices';
import { isArchived, requireFolder } from './taskArguments';

interface TaskRequest extends TaskArguments {
  readonly question: string;
  readonly isEligible: (task: Task) => boolean;
  readonly noneMessage: string;
}

/**
 * An existing task: the one with the named id or name, or the person's choice of the eligible ones;
 * `undefined` if the person cancels.
 * @throws {SessionError} `BAD_REQUEST` if no task is eligible, or not exactly one has the name.
 */
export async function chooseKnownTask(
  deps: CommandServices,
  request: TaskRequest,
): Promise<Task | undefined> {
  const known = findKnown(deps, request).filter(request.isEligible);
  if (request.task !== undefined) {
    return requireNamed(request.task, known);
  }
  if (known.length === 0) {
    throw new SessionError('BAD_REQUEST', request.noneMessage);
  }
  const choices = known.map((task) => ({
    label: task.name,
    description: [
      task.worktree?.branch ?? task.cwd,
      ...(isArchived(task) ? ['archived'] : []),
    ].join(' · '),
    value: task,
  }));
  return deps.choices.choose(request.question, choices.reverse());
}

/** @throws {SessionError} `BAD_REQUEST` if the task's folder is not open. */
export function requireFolderOf({ workspace }: CommandServices, task: Task): FolderRef {
  const folder = workspace().folders.find(({ uri }) => uri === task.folder);
  if (!folder) {
    throw new SessionError(
      'BAD_REQUEST',
      `The folder of task "${task.name}" (${task.cwd}) is not open: add it to the workspace first.`,
    );
  }
  return folder;
}

function findKnown(
  { tasks, workspace }: CommandServices,
  { folder, task }: TaskRequest,
): readonly Task[] {
  if (task !== undefined && folder === undefined) {
    return tasks.list();
  }
  const { folders } = workspace();
  const open = folder === undefined ? folders : [requireFolder(folder, folders)];
  return open.flatMap(({ uri }) => tasks.list(uri));
}

function requireNamed(text: string, known: readonly Task[]): Task {
  const [task, ...others] = findTasks(text, known);
  if (!task) {
    throw new SessionError(
      'BAD_REQUEST',
      `No matching task has the id or name "${text}": use one of those in the Sessions view.`,
    );
  }
  if (others.length > 0) {
    const ids = [task, ...others].map(({ id }) => id).join(', ');
    throw new SessionError(
      'BAD_REQUEST',
      `Several tasks have the name "${text}": use an id, one of ${ids}.`,
    );
  }
  return task;
}
