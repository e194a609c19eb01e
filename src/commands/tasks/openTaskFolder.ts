import type { TaskPlaceArguments } from '../../config/contributions';
import { chooseKnownTask } from './chooseKnownTask';
import type { CommandDeps } from '../commandDeps';
import { isArchived } from './findPlaces';

/** Opens the directory that a task works in, in a window of its own. */
export async function openTaskFolder(deps: CommandDeps, args: TaskPlaceArguments): Promise<void> {
  const task = await chooseKnownTask(deps, {
    ...args,
    question: 'The folder of which task?',
    isMeant: (one) => !isArchived(one),
    none: 'There is no task: create one with Agents: New Task.',
  });
  if (task) {
    await deps.openFolder(task.cwd);
  }
}
