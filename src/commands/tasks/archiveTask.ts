import { SessionError } from '../../base/errors';
import type { TaskArguments } from '../commandArguments';
import type { Task } from '../../tasks/task';
import { describeLosses } from '../../worktrees/inspectWorktree';
import { requireFolders } from './taskArguments';
import { chooseKnownTask, requireFolderOf } from './chooseKnownTask';
import type { CommandServices, CommandSource } from '../commandServices';
import { isArchived } from './taskArguments';
import { planArchiveQuestion } from './planRemovalQuestion';
import { endSessions, findRunning, requireNoneElsewhere, tearDown } from './taskSessions';
import { SHELL_PROVIDER_ID } from '../../pty/ptyId';

/**
 * Archives a task: removes its worktree and keeps its branch. If sessions run in it, a person is
 * asked first; a program that names the task is not.
 * @throws {SessionError} `ILLEGAL_STATE` for uncommitted changes, which the message lists, or if
 * another window drives a session of the task.
 */
export async function archiveTask(
  deps: CommandServices,
  args: TaskArguments,
  source: CommandSource,
): Promise<void> {
  const task = await chooseKnownTask(deps, {
    ...args,
    question: 'Which task do you want to archive?',
    isEligible: (one) => !isArchived(one),
    noneMessage: 'There is no task to archive: create one with Agents: New Task.',
  });
  if (!task) {
    return;
  }
  requireNoneElsewhere(deps, task);
  await requireCommitted(deps, task);
  const isNamed = source === 'program' && args.task !== undefined;
  if (!isNamed && !(await confirmEnd(deps, task))) {
    return;
  }
  await endSessions(deps, task);
  await requireCommitted(deps, task);
  if (await tearDown(deps, task)) {
    await deps.progress(`Archiving task "${task.name}"`, (steps) =>
      deps.worktrees.archive(task, steps),
    );
  }
}

async function confirmEnd(deps: CommandServices, task: Task): Promise<boolean> {
  const running = findRunning(deps, task).map(({ label }) => label);
  if (running.length === 0) {
    return true;
  }
  const question = planArchiveQuestion({ task, running });
  const answer = await deps.questions.ask({ ...question, answers: ['Archive Task'] });
  return answer !== undefined;
}

/** Checked before the sessions are ended, and again after it, because an agent may have worked. */
async function requireCommitted(deps: CommandServices, task: Task): Promise<void> {
  if (!task.worktree) {
    return;
  }
  requireFolders(deps.workspace());
  const losses = await deps.busy('Inspecting the worktree...', () => deps.worktrees.inspect(task));
  const text = losses && describeLosses(losses, { withBranch: false });
  if (text) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `Task "${task.name}" was not archived because its worktree would be removed with ${text}: commit that first, or delete the task.`,
    );
  }
}

/** Unarchives a task, creates its worktree again from its branch, and starts the setup. */
export async function unarchiveTask(
  deps: CommandServices,
  args: TaskArguments,
): Promise<{ readonly task: string } | undefined> {
  const task = await chooseKnownTask(deps, {
    ...args,
    question: 'Which task do you want to unarchive?',
    isEligible: isArchived,
    noneMessage: 'No task is archived. Agents: Archive Task archives one.',
  });
  if (!task) {
    return undefined;
  }
  if (task.worktree) {
    requireFolders(deps.workspace());
    const folder = requireFolderOf(deps, task);
    if ((await deps.confirmValues.confirm(folder, SHELL_PROVIDER_ID)) === 'cancelled') {
      return undefined;
    }
  }
  const taken = await remakeWorktree(deps, task, 'unarchive');
  return taken && { task: taken.id };
}

/**
 * Creates a task's worktree again from its branch and starts its setup; `undefined` if the person
 * cancels.
 */
export async function remakeWorktree(
  deps: CommandServices,
  task: Task,
  way: 'restore' | 'unarchive',
): Promise<Task | undefined> {
  const created = await deps.progress(`Creating the worktree of "${task.name}"`, (steps) =>
    deps.worktrees[way](task, steps),
  );
  created?.notices.forEach(deps.messages.showNotice);
  if (created?.task.worktree) {
    deps.worktreeCommands.setUp(requireFolderOf(deps, task), created.task);
  }
  return created?.task;
}
