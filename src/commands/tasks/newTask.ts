import type { NewTaskArguments } from '../../config/contributions';
import { chooseFolder, type ChooseFolderDeps } from './choosePlace';
import type { CommandServices, CommandSource } from '../commandServices';
import { createTask, type CreateTaskDeps } from './createTask';

export type NewTaskDeps = ChooseFolderDeps & CreateTaskDeps & Pick<CommandServices, 'pickers'>;

/** Makes a task, for agents to be started in later. A row of the tree says where, not its name. */
export async function newTask(
  deps: NewTaskDeps,
  { folder: place, task: given, worktree, base }: NewTaskArguments,
  source: CommandSource,
): Promise<{ readonly task: string } | undefined> {
  const folder = await chooseFolder(deps, { folder: place });
  const named = source === 'program' ? given : undefined;
  const name = folder && (named ?? (await deps.pickers.askTaskName('')));
  if (!folder || name === undefined) {
    return undefined;
  }
  const task = await createTask(deps, { folder, name, worktree, base });
  return task && { task: task.id };
}
