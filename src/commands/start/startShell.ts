import type { TaskPlaceArguments } from '../../config/contributions';
import { chooseFolder } from '../tasks/choosePlace';
import type { CommandDeps, StartedSession } from '../commandDeps';
import { placeTask } from '../tasks/placeTask';
import { showStart } from './showStart';
import { SHELL_PROVIDER_ID } from '../../pty/ptyId';

/** Opens the person's login shell where a task works. */
export async function startShell(
  deps: CommandDeps,
  args: TaskPlaceArguments,
): Promise<StartedSession | undefined> {
  const folder = await chooseFolder(deps, args);
  if (!folder || (await deps.confirmValues.confirm(folder, SHELL_PROVIDER_ID)) === 'cancelled') {
    return undefined;
  }
  const task = await placeTask(deps, folder, { task: args.task });
  const prepared =
    task && (await deps.busy('Starting a shell...', () => deps.agents.prepareShell(folder, task)));
  return showStart(deps, prepared, undefined);
}
