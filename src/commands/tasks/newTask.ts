import type { NewTaskArguments } from '../../config/contributions';
import { chooseFolder } from './chooseFolder';
import type { CommandServices, CommandSource } from '../commandServices';
import { createTask } from './createTask';

/**
 * Creates a task without an agent. A row of the tree determines only the folder; the argument `task`
 * of a program is the name.
 */
export async function newTask(
  deps: CommandServices,
  { folder: folderText, task: given, worktree, base }: NewTaskArguments,
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
