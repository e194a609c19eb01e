import type { TaskArguments } from '../../config/contributions';
import { chooseKnownTask } from './chooseKnownTask';
import type { CommandServices } from '../commandServices';
import { isArchived } from './taskArguments';

/** Opens the directory of a task in a new window. */
export async function openTaskFolder(deps: CommandServices, args: TaskArguments): Promise<void> {
  const task = await chooseKnownTask(deps, {
    ...args,
    question: "Which task's folder do you want to open?",
    isEligible: (one) => !isArchived(one),
    noneMessage: 'There is no task: create one with Agents: New Task.',
  });
  if (task) {
    await deps.openFolder(task.cwd);
  }
}
