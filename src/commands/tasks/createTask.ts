import type { FolderRef } from '../../agents/agentService';
import type { WorktreeTaskRequest } from '../../agents/worktrees/taskWorktrees';
import { SessionError } from '../../base/errors';
import type { Settings } from '../../config/settings';
import { SHELL_PROVIDER_ID } from '../../pty/ptyId';
import type { Task } from '../../tasks/task';
import { parseTaskName } from '../../tasks/taskName';
import type { CommandServices } from '../commandServices';

export type CreateTaskDeps = Pick<
  CommandServices,
  | 'choices'
  | 'confirmValues'
  | 'messages'
  | 'progress'
  | 'settings'
  | 'tasks'
  | 'worktreeCommands'
  | 'worktrees'
>;

export interface NewTaskRequest {
  readonly folder: FolderRef;
  readonly name: string;
  readonly worktree?: boolean | undefined;
  readonly base?: string | undefined;
}

/**
 * Makes a task, with a worktree if that is requested by argument, setting or the person, and
 * begins to set that up. `undefined` where the person would rather not, and nothing is left then.
 */
export async function createTask(
  deps: CreateTaskDeps,
  request: NewTaskRequest,
): Promise<Task | undefined> {
  const { folder, base } = request;
  const name = parseTaskName(request.name);
  const wanted = request.worktree ?? (base === undefined ? undefined : true);
  const choice = await chooseWorktree(deps, folder, { name, wanted });
  switch (choice) {
    case undefined:
      return undefined;
    case 'without':
      requireNoBase(request);
      return deps.tasks.create({ name, folder: folder.uri, cwd: folder.path });
    case 'with':
      return createWorktreeTask(deps, { folder, name, base });
  }
}

/** The part of {@link createTask} that is the same for forks. */
export async function createWorktreeTask(
  deps: CreateTaskDeps,
  request: Omit<WorktreeTaskRequest, 'changes'>,
  from?: Task,
): Promise<Task | undefined> {
  const { folder, name } = request;
  // Where it is made and what is run in it may come from the workspace.
  if ((await deps.confirmValues.confirm(folder, SHELL_PROVIDER_ID)) === 'cancelled') {
    return undefined;
  }
  const placed = await deps.progress(`Creating a worktree for "${name}"`, async (steps) => {
    const changes = from && (await deps.worktrees.takeChanges(from, steps));
    return deps.worktrees.create({ ...request, changes }, steps);
  });
  placed?.notices.forEach(deps.messages.showNotice);
  if (placed) {
    deps.worktreeCommands.setUp(folder, placed.task);
  }
  return placed?.task;
}

/** Whether a new task gets a worktree; `undefined` where the person would rather have no task. */
export async function chooseWorktree(
  deps: CreateTaskDeps,
  folder: FolderRef,
  { name, wanted }: { readonly name: string; readonly wanted: boolean | undefined },
): Promise<'with' | 'without' | undefined> {
  const mode = deps.settings(folder.uri)['worktree.mode'];
  const isOpen = wanted === undefined && mode !== 'never';
  const obstacle = isOpen ? await deps.worktrees.findObstacle(folder, name) : undefined;
  const choice = planWorktreeChoice({ wanted, mode, obstacle });
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

/** What decides whether a new task gets a worktree. */
export interface WorktreeChoiceRequest {
  /** What the options ask for. */
  readonly wanted: boolean | undefined;
  readonly mode: Settings['worktree.mode'];
  /** Why there can be none, in a sentence. */
  readonly obstacle: string | undefined;
}

export type WorktreeChoice = 'with' | 'without' | 'ask' | 'withoutForObstacle';

/** An option counts even if there is an obstacle, which is then an error; the setting does not. */
export function planWorktreeChoice({
  wanted,
  mode,
  obstacle,
}: WorktreeChoiceRequest): WorktreeChoice {
  if (wanted !== undefined) {
    return wanted ? 'with' : 'without';
  }
  if (mode === 'never') {
    return 'without';
  }
  if (obstacle !== undefined) {
    return 'withoutForObstacle';
  }
  return mode === 'always' ? 'with' : 'ask';
}

function requireNoBase({ base, name }: NewTaskRequest): void {
  if (base !== undefined) {
    throw new SessionError(
      'BAD_REQUEST',
      `A base is for worktrees, and task "${name}" gets none: remove "base" or "worktree" from the arguments.`,
    );
  }
}
