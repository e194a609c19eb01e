import type { TaskArguments } from '../../config/contributions';
import { chooseFolder } from '../tasks/chooseFolder';
import type { CommandServices, StartedSession } from '../commandServices';
import { prepareTask } from '../tasks/prepareTask';
import { showStart } from './showStart';
import { SHELL_PROVIDER_ID } from '../../pty/ptyId';

/** Starts the person's login shell in the directory of a task. */
export async function startShell(
  deps: CommandServices,
  args: TaskArguments,
): Promise<StartedSession | undefined> {
  const folder = await chooseFolder(deps, args);
  if (!folder || (await deps.confirmValues.confirm(folder, SHELL_PROVIDER_ID)) === 'cancelled') {
    return undefined;
  }
  const task = await prepareTask(deps, folder, { task: args.task });
  const prepared =
    task &&
    (await deps.busy('Starting a shell...', () => deps.launcher.prepareShell(folder, task)));
  return showStart(deps, prepared, undefined);
}
