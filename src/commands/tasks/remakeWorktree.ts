import type { Task } from '../../tasks/task';
import { requireFolderOf } from './chooseKnownTask';
import type { CommandServices } from '../commandServices';

/**
 * Creates a task's worktree again from its branch and starts its setup; `undefined` if the person
 * cancels.
 */
export async function remakeWorktree(
  deps: CommandServices,
  task: Task,
  way: 'restore' | 'unarchive',
): Promise<Task | undefined> {
  const created = await deps.progress(`Creating the worktree of "${task.name}"`, (steps) =>
    deps.worktrees[way](task, steps),
  );
  created?.notices.forEach(deps.messages.showNotice);
  if (created?.task.worktree) {
    deps.worktreeCommands.setUp(requireFolderOf(deps, task), created.task);
  }
  return created?.task;
}
