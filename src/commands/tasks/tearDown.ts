import { SHELL_PROVIDER_ID } from '../../pty/ptyId';
import type { Task } from '../../tasks/task';
import { requireFolderOf } from './chooseKnownTask';
import type { CommandServices } from '../commandServices';

/**
 * Runs the teardown commands in the task's worktree, if it exists.
 * @returns whether the worktree may be removed.
 */
export async function tearDown(deps: CommandServices, task: Task): Promise<boolean> {
  if ((await deps.worktrees.locate(task))?.kind !== 'there') {
    return true;
  }
  const folder = requireFolderOf(deps, task);
  const confirmed = await deps.confirmValues.confirm(folder, SHELL_PROVIDER_ID);
  return confirmed === 'answered' && deps.worktreeCommands.tearDown(folder, task);
}
