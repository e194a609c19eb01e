import { SessionError } from '../../base/errors';
import type { TaskArguments } from '../../config/contributions';
import type { Task } from '../../tasks/task';
import { describeLosses } from '../../worktrees/inspectWorktree';
import { requireFolders } from '../../views/workspace/workspaceGuard';
import { chooseKnownTask } from './chooseKnownTask';
import type { CommandServices, CommandSource } from '../commandServices';
import { isArchived } from './taskArguments';
import { planArchiveQuestion } from './planRemovalQuestion';
import { endSessions, findRunning, requireNoneElsewhere } from './taskSessions';
import { tearDown } from './tearDown';

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
