import type { TaskArguments, CommandArguments } from '../commandArguments';
import { chooseKnownTask } from './chooseKnownTask';
import type { CommandServices } from '../commandServices';
import { isArchived } from './taskArguments';
import { SessionError } from '../../base/errors';
import type { Task } from '../../tasks/task';
import { findTasks } from '../../tasks/taskName';
import { taskOf } from '../../views/tree/treeModel';
import { formatTerminalLabel } from '../../views/terminals/terminalSubject';

/** Opens the directory of a task in a new window. */
export async function openTaskFolder(deps: CommandServices, args: TaskArguments): Promise<void> {
  const task = await chooseKnownTask(deps, {
    ...args,
    question: "Which task's folder do you want to open?",
    isEligible: (one) => !isArchived(one),
    noneMessage: 'There is no task: create one with Agents: New Task.',
  });
  if (task) {
    await deps.windowActions.openFolder(task.cwd);
  }
}

/**
 * Renames a task. Without an argument it was called by the tree's keybinding, and renames the task
 * of the selected row.
 */
export async function renameTask(
  deps: CommandServices,
  args: CommandArguments['renameTask'],
): Promise<void> {
  const row = deps.selection();
  const task = await chooseRenamed(deps, args.task ?? (row && taskOf(row)));
  const name = task && (args.name ?? (await deps.pickers.askTaskName(task.name)));
  if (task && name !== undefined) {
    await deps.tasks.rename(task.id, name);
    const renamed = deps.tasks.find(task.id);
    task.conversations.forEach(({ ptyId, label }) =>
      deps.terminals.relabel(ptyId, formatTerminalLabel({ label, task: renamed })),
    );
  }
}

async function chooseRenamed(
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

/** Cancels the creation of a worktree: that of the row, the only one, or the one that the person chooses. */
export async function cancelWorktree(
  { choices, messages, worktrees }: CommandServices,
  { creation }: CommandArguments['cancelWorktree'],
): Promise<void> {
  const { creations } = worktrees;
  const [first, ...others] = creations.list();
  if (creation !== undefined) {
    creations.cancel(creation);
  } else if (!first) {
    messages.showInfo('No worktree is being created.');
  } else {
    const options = [first, ...others].map(({ id, name, step }) => {
      return { label: name, description: step, value: id };
    });
    const chosen =
      others.length === 0
        ? first.id
        : await choices.choose('Which worktree should not be created?', options);
    creations.cancel(chosen ?? '');
  }
}
