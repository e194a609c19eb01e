import type { TaskArguments } from '../../config/contributions';
import { SHELL_PROVIDER_ID } from '../../pty/ptyId';
import { requireFolders } from '../../views/workspace/workspaceGuard';
import { chooseKnownTask, requireFolderOf } from './chooseKnownTask';
import type { CommandServices } from '../commandServices';
import { isArchived } from './taskArguments';
import { remakeWorktree } from './remakeWorktree';

/** Unarchives a task, creates its worktree again from its branch, and starts the setup. */
export async function unarchiveTask(
  deps: CommandServices,
  args: TaskArguments,
): Promise<{ readonly task: string } | undefined> {
  const task = await chooseKnownTask(deps, {
    ...args,
    question: 'Which task do you want to unarchive?',
    isEligible: isArchived,
    noneMessage: 'No task is archived. Agents: Archive Task archives one.',
  });
  if (!task) {
    return undefined;
  }
  if (task.worktree) {
    requireFolders(deps.workspace());
    const folder = requireFolderOf(deps, task);
    if ((await deps.confirmValues.confirm(folder, SHELL_PROVIDER_ID)) === 'cancelled') {
      return undefined;
    }
  }
  const taken = await remakeWorktree(deps, task, 'unarchive');
  return taken && { task: taken.id };
}
