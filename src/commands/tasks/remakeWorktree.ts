import type { Task } from '../../tasks/task';
import { requireFolderOf } from './chooseKnownTask';
import type { CommandServices } from '../commandServices';

export type RemakeWorktreeDeps = Pick<
  CommandServices,
  'messages' | 'progress' | 'workspace' | 'worktreeCommands' | 'worktrees'
>;

/** Makes a task's worktree anew from its branch and begins to set it up; `undefined` = cancelled. */
export async function remakeWorktree(
  deps: RemakeWorktreeDeps,
  task: Task,
  way: 'restore' | 'unarchive',
): Promise<Task | undefined> {
  const placed = await deps.progress(`Creating the worktree of "${task.name}"`, (steps) =>
    deps.worktrees[way](task, steps),
  );
  placed?.notices.forEach(deps.messages.showNotice);
  if (placed?.task.worktree) {
    deps.worktreeCommands.setUp(requireFolderOf(deps, task), placed.task);
  }
  return placed?.task;
}
