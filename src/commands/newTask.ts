import type { TaskPlaceArguments } from '../config/contributions';
import { chooseFolder } from './choosePlace';
import type { CommandDeps, CommandSource } from './commandDeps';

/** Makes a task, for agents to be started in later. A row of the tree says where, not its name. */
export async function newTask(
  deps: CommandDeps,
  args: TaskPlaceArguments,
  source: CommandSource,
): Promise<{ readonly task: string } | undefined> {
  const folder = await chooseFolder(deps, { folder: args.folder });
  const given = source === 'program' ? args.task : undefined;
  const name = folder && (given ?? (await deps.pickers.askTaskName('')));
  if (!folder || name === undefined) {
    return undefined;
  }
  const task = await deps.tasks.create({ name, folder: folder.uri, cwd: folder.path });
  return { task: task.id };
}
