import type { TaskPlaceArguments } from '../config/contributions';
import { chooseFolder } from './choosePlace';
import type { CommandDeps } from './commandDeps';

/** Makes a task, for agents to be started in later. */
export async function newTask(
  deps: CommandDeps,
  args: TaskPlaceArguments,
): Promise<{ readonly task: string } | undefined> {
  const folder = await chooseFolder(deps, { folder: args.folder });
  const name = folder && (args.task ?? (await deps.pickers.askTaskName('')));
  if (!folder || name === undefined) {
    return undefined;
  }
  const task = await deps.tasks.create({ name, folder: folder.uri, cwd: folder.path });
  return { task: task.id };
}
