import { SessionError } from '../../base/errors';
import type { RenameTaskArguments } from '../../config/contributions';
import type { Task } from '../../tasks/task';
import { findTasks } from '../../tasks/taskName';
import { formatTerminalLabel } from '../../views/terminals/terminalSubject';
import type { CommandServices } from '../commandServices';

/**
 * Renames a task. Without an argument it was called by the tree's keybinding, and renames the task
 * of the selected row.
 */
export async function renameTask(deps: CommandServices, args: RenameTaskArguments): Promise<void> {
  const row = deps.selection();
  const selected = row?.kind === 'task' ? row.task : undefined;
  const task = await chooseKnownTask(deps, args.task ?? selected);
  const name = task && (args.name ?? (await deps.pickers.askTaskName(task.name)));
  if (task && name !== undefined) {
    await deps.tasks.rename(task.id, name);
    const renamed = deps.tasks.find(task.id);
    task.conversations.forEach(({ ptyId, label }) =>
      deps.terminals.relabel(ptyId, formatTerminalLabel({ label, task: renamed })),
    );
  }
}

async function chooseKnownTask(
  { tasks, pickers }: CommandServices,
  text: string | undefined,
): Promise<Task | undefined> {
  if (text === undefined) {
    const choice = await pickers.pickTask(tasks.list());
    return choice?.kind === 'existing' ? tasks.find(choice.id) : undefined;
  }
  const [task] = findTasks(text, tasks.list());
  if (!task) {
    throw new SessionError(
      'BAD_REQUEST',
      `There is no task with the id or name "${text}": use one of those in the Sessions view.`,
    );
  }
  return task;
}
