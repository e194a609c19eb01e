import { requireTrust } from '../../pty/trustGuard';
import { branchName, type Landing } from '../../worktrees/landing/landing';
import type { CommandArguments, TaskArguments } from '../commandArguments';
import type { CommandServices } from '../commandServices';
import { archiveTask } from '../tasks/archiveTask';
import { chooseKnownTask } from '../tasks/chooseKnownTask';
import { deleteTask } from '../tasks/deleteTask';
import { isArchived } from '../tasks/taskArguments';

/** Moves the branch in which a task has landed back to where it was, after a question. */
export async function undoLand(
  deps: CommandServices,
  args: CommandArguments['undoLand'],
): Promise<{ readonly task: string; readonly commit: string } | undefined> {
  requireTrust(deps.workspace().isTrusted);
  const task = await chooseKnownTask(deps, {
    ...args,
    question: 'The landing of which task do you want to undo?',
    isEligible: ({ landing }) => args.task !== undefined || landing !== undefined,
    noneMessage: 'No task was landed from here.',
  });
  if (!task) {
    return undefined;
  }
  if (task.landing && !(await confirm(deps, task.name, task.landing))) {
    return undefined;
  }
  const { branch, from } = await deps.busy('Undoing the landing...', () =>
    deps.landings.undo(task),
  );
  deps.worktreeStates.refresh();
  deps.messages.showInfo(
    `The landing of task "${task.name}" was undone: ${branchName(branch)} is at ${from.slice(0, SHORT)} again.`,
  );
  return { task: task.id, commit: from };
}

const SHORT = 7;

async function confirm(
  { questions }: CommandServices,
  name: string,
  { branch, from }: Landing,
): Promise<boolean> {
  const answer = await questions.ask({
    message: `Undo the landing of task "${name}" in ${branchName(branch)}?`,
    detail: `${branchName(branch)} goes back to ${from.slice(0, SHORT)}. What you have changed and not committed stays, and so do the commits of the task on its branch.`,
    answers: ['Undo Land'],
  });
  return answer !== undefined;
}

/** Tells that a task has landed, and offers what comes next. */
export async function offerNext(deps: CommandServices, id: string, message: string): Promise<void> {
  try {
    const task = deps.tasks.find(id);
    const args: TaskArguments = { task: id };
    const mayArchive = task !== undefined && !isArchived(task);
    const actions = mayArchive ? (['Archive Task', 'Delete Task...'] as const) : [];
    const action = await deps.messages.choose(message, [...actions, 'Undo Land']);
    switch (action) {
      case 'Archive Task':
        await archiveTask(deps, args, 'person');
        break;
      case 'Delete Task...':
        await deleteTask(deps, args, 'person');
        break;
      case 'Undo Land':
        await undoLand(deps, args);
        break;
      case undefined:
    }
  } catch (error) {
    deps.messages.showError(error);
  }
}
