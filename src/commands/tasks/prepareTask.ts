import type { FolderRef } from '../../agents/folderRef';
import type { TaskChoice } from '../../agents/startRequests';
import type { StartOptions } from '../../base/startOptions';
import { requestedWorktree, requireRequestedWorktree } from '../../tasks/requestedWorktree';
import type { CommandServices } from '../commandServices';
import { chooseWorktree, createWorktreeTask } from './createTask';
import { chooseTask, isArchived } from './taskArguments';

/**
 * The task in which to start, named or chosen by the person. Creates the worktree of a new task, if
 * it gets one, and waits for the setup of a worktree. `undefined` if the person cancels.
 * @throws {SessionError} `BAD_REQUEST` for options of a worktree that do not fit the task,
 * `MAX_SESSIONS`.
 */
export async function prepareTask(
  deps: CommandServices,
  folder: FolderRef,
  { task: named, worktree, base }: StartOptions<'base' | 'task' | 'worktree'>,
): Promise<TaskChoice | undefined> {
  const requested = requestedWorktree({ worktree, base });
  const choice = await chooseTaskIn(deps, folder, named);
  const existing = choice?.kind === 'existing' ? deps.tasks.find(choice.id) : undefined;
  if (existing) {
    requireRequestedWorktree(existing, { worktree, base });
  }
  const prepared =
    choice?.kind === 'new'
      ? await prepareNewTask(deps, folder, { name: choice.name, requested, base })
      : choice;
  const isReady =
    prepared?.kind !== 'existing' || (await deps.worktreeCommands.allowStart(folder, prepared.id));
  return isReady ? prepared : undefined;
}

async function chooseTaskIn(
  { pickers, tasks }: CommandServices,
  folder: FolderRef,
  named: string | undefined,
): Promise<TaskChoice | undefined> {
  const known = tasks.list(folder.uri).filter((one) => !isArchived(one));
  return named === undefined ? pickers.pickTask(known) : chooseTask(named, known);
}

interface NewTask {
  readonly name: string;
  readonly requested: boolean | undefined;
  readonly base: string | undefined;
}

/**
 * Creates only a task with a worktree, and only below the limit of sessions. A task without a
 * worktree is created when its agent's start is planned.
 */
async function prepareNewTask(
  deps: CommandServices,
  folder: FolderRef,
  request: NewTask,
): Promise<TaskChoice | undefined> {
  const { name, base } = request;
  const where = await chooseWorktree(deps, folder, request);
  if (where !== 'with') {
    return where && { kind: 'new', name };
  }
  deps.sessions.requireRoom(deps.settings(folder.uri).persistence);
  const task = await createWorktreeTask(deps, { folder, name, base });
  return task && { kind: 'existing', id: task.id };
}
