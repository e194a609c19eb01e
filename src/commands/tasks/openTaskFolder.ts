import type { TaskPlaceArguments } from '../../config/contributions';
import { chooseKnownTask, type ChooseKnownTaskDeps } from './chooseKnownTask';
import type { CommandServices } from '../commandServices';
import { isArchived } from './findPlaces';

export type OpenTaskFolderDeps = ChooseKnownTaskDeps & Pick<CommandServices, 'openFolder'>;

/** Opens the directory that a task works in, in a window of its own. */
export async function openTaskFolder(
  deps: OpenTaskFolderDeps,
  args: TaskPlaceArguments,
): Promise<void> {
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
