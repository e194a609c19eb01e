import type { FolderRef } from '../../agents/folderRef';
import type { WorktreeTaskRequest } from '../../agents/worktrees/taskWorktrees';
import type { Settings } from '../../config/settings';
import { SHELL_PROVIDER_ID } from '../../pty/ptyId';
import { requestedWorktree } from '../../tasks/requestedWorktree';
import type { Task } from '../../tasks/task';
import { parseTaskName } from '../../tasks/taskName';
import type { CommandServices, CommandSource } from '../commandServices';
import type { CommandArguments } from '../commandArguments';
import { chooseFetch } from './chooseFetch';
import { chooseFolder } from './taskArguments';

interface NewTaskRequest {
  readonly folder: FolderRef;
  readonly name: string;
  readonly worktree?: boolean | undefined;
  readonly base?: string | undefined;
}

/**
 * Creates a task, with a worktree if the arguments, the setting or the person request one, and
 * starts its setup. `undefined` if the person cancels; then nothing is created.
 */
async function createTask(
  deps: CommandServices,
  request: NewTaskRequest,
): Promise<Task | undefined> {
  const { folder, base } = request;
  const name = parseTaskName(request.name);
  const requested = requestedWorktree(request);
  const choice = await chooseWorktree(deps, folder, { name, requested });
  switch (choice) {
    case undefined:
      return undefined;
    case 'without':
      return deps.tasks.create({ name, folder: folder.uri, cwd: folder.path });
    case 'with':
      return createWorktreeTask(deps, { folder, name, base });
  }
}

/**
 * Creates a task with a worktree, and starts its setup.
 * @param from a task whose uncommitted changes are applied in the worktree.
 */
export async function createWorktreeTask(
  deps: CommandServices,
  request: Omit<WorktreeTaskRequest, 'changes'>,
  from?: Task,
): Promise<Task | undefined> {
  const { folder, name } = request;
  // The worktree's directory and its setup commands may come from the workspace's settings.
  if ((await deps.confirmValues.confirm(folder, SHELL_PROVIDER_ID)) === 'cancelled') {
    return undefined;
  }
  const fetch = from ? false : await chooseBase(deps, request);
  if (fetch === undefined) {
    return undefined;
  }
  const created = await deps.progress(`Creating a worktree for "${name}"`, async (steps) => {
    const changes = from && (await deps.worktrees.takeChanges(from, steps));
    return deps.worktrees.create({ ...request, fetch, changes }, steps);
  });
  created?.notices.forEach(deps.messages.showNotice);
  if (created) {
    deps.worktreeCommands.setUp(folder, created.task);
  }
  return created?.task;
}

/** Whether the worktree's base is fetched first; `undefined` if the person cancels. */
function chooseBase(
  deps: CommandServices,
  { folder, base }: Pick<WorktreeTaskRequest, 'base' | 'folder'>,
): Promise<boolean | undefined> {
  return chooseFetch(deps, {
    folder: folder.uri,
    findRemote: () => deps.worktrees.findRemoteBase(folder, base),
    fetched: 'and begin at its newest commit',
    unfetched: 'and begin at what is here',
  });
}

/** Whether a new task gets a worktree; `undefined` if the person cancels. */
export async function chooseWorktree(
  deps: CommandServices,
  folder: FolderRef,
  { name, requested }: { readonly name: string; readonly requested: boolean | undefined },
): Promise<'with' | 'without' | undefined> {
  const mode = deps.settings(folder.uri)['worktree.mode'];
  const isOpen = requested === undefined && mode !== 'never';
  const obstacle = isOpen ? await deps.worktrees.findObstacle(folder, name) : undefined;
  const choice = planWorktreeChoice({ requested, mode, obstacle });
  switch (choice) {
    case 'with':
    case 'without':
      return choice;
    case 'withoutForObstacle':
      deps.messages.noteOnce(
        `New tasks in ${folder.path} work there without a worktree: ${obstacle}`,
      );
      return 'without';
    case 'ask':
      return deps.choices.choose(`Where should "${name}" be worked on?`, [
        {
          label: 'In a worktree of its own',
          description: 'a separate directory, on a new branch',
          value: 'with',
        },
        { label: `In ${folder.name}`, description: folder.path, value: 'without' },
      ]);
  }
}

export interface WorktreeChoiceRequest {
  /** The option; undefined if it is left out. */
  readonly requested: boolean | undefined;
  readonly mode: Settings['worktree.mode'];
  /** Why no worktree is possible, in a sentence. */
  readonly obstacle: string | undefined;
}

export type WorktreeChoice = 'with' | 'without' | 'ask' | 'withoutForObstacle';

/**
 * An option applies even if no worktree is possible, which is then an error. The setting does not
 * apply in that case.
 */
export function planWorktreeChoice({
  requested,
  mode,
  obstacle,
}: WorktreeChoiceRequest): WorktreeChoice {
  if (requested !== undefined) {
    return requested ? 'with' : 'without';
  }
  if (mode === 'never') {
    return 'without';
  }
  if (obstacle !== undefined) {
    return 'withoutForObstacle';
  }
  return mode === 'always' ? 'with' : 'ask';
}

/**
 * Creates a task without an agent. A row of the tree determines only the folder; the argument `task`
 * of a program is the name.
 */
export async function newTask(
  deps: CommandServices,
  { folder: folderText, task: given, worktree, base }: CommandArguments['newTask'],
  source: CommandSource,
): Promise<{ readonly task: string } | undefined> {
  const folder = await chooseFolder(deps, { folder: folderText });
  const named = source === 'program' ? given : undefined;
  const name = folder && (named ?? (await deps.pickers.askTaskName('')));
  if (!folder || name === undefined) {
    return undefined;
  }
  const task = await createTask(deps, { folder, name, worktree, base });
  return task && { task: task.id };
}
