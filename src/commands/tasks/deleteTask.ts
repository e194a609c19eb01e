import { isDeepStrictEqual } from 'node:util';
import { SessionError } from '../../base/errors';
import type { TaskArguments } from '../commandArguments';
import type { Task } from '../../tasks/task';
import { describeLosses, type WorktreeLosses } from '../../worktrees/inspectWorktree';
import { chooseKnownTask } from './chooseKnownTask';
import type { CommandServices, CommandSource } from '../commandServices';
import {
  DELETIONS,
  planDeletionQuestion,
  type Deletion,
  type RemovalFacts,
} from './planRemovalQuestion';
import { endSessions, findRunning, requireNoneElsewhere, tearDown } from './taskSessions';

/**
 * Deletes a task with its worktree. A person is asked first, with a list of what would be lost. A
 * program that names the task is not asked.
 * @throws {SessionError} `ILLEGAL_STATE` if a program's call would lose uncommitted changes, or
 * another window drives a session of the task.
 */
export async function deleteTask(
  deps: CommandServices,
  args: TaskArguments,
  source: CommandSource,
): Promise<void> {
  const task = await chooseKnownTask(deps, {
    ...args,
    question: 'Which task do you want to delete?',
    isEligible: () => true,
    noneMessage: 'There is no task to delete: create one with Agents: New Task.',
  });
  if (!task) {
    return;
  }
  requireNoneElsewhere(deps, task);
  const isNamed = source === 'program' && args.task !== undefined;
  const plan = isNamed ? await planByProgram(deps, task) : await askAndEnd(deps, task);
  if (plan !== undefined) {
    await runDeletion(deps, task, plan);
  }
}

interface DeletionPlan {
  readonly deletion: Deletion;
  /** Whether the person has agreed to the losses. */
  readonly force: boolean;
}

async function planByProgram(deps: CommandServices, task: Task): Promise<DeletionPlan> {
  const losses = await inspect(deps, task);
  const text = losses && describeLosses(losses, { withBranch: false });
  if (text) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `Task "${task.name}" was not deleted because its worktree would be removed with ${text}: commit that first, or delete the task from its row.`,
    );
  }
  await endSessions(deps, task);
  if (!losses) {
    return { deletion: 'forget', force: false };
  }
  return { deletion: losses.unpushed.count > 0 ? 'keepBranch' : 'withBranch', force: false };
}

/**
 * Asks the person and ends the sessions. Asks again if the losses have changed, because an agent may
 * have worked until it was ended.
 */
async function askAndEnd(deps: CommandServices, task: Task): Promise<DeletionPlan | undefined> {
  let shown: RemovalFacts['losses'] | 'nothing yet' = 'nothing yet';
  let plan: DeletionPlan | undefined;
  let losses = await inspect(deps, task);
  while (!isDeepStrictEqual(shown, losses)) {
    shown = losses;
    const running = findRunning(deps, task).map(({ label }) => label);
    const { message, detail, deletions } = planDeletionQuestion({ task, running, losses });
    const answers = deletions.map((one) => DELETIONS[one]);
    const answer = await deps.questions.ask({ message, detail, answers });
    const deletion = deletions.find((one) => DELETIONS[one] === answer);
    if (deletion === undefined) {
      return undefined;
    }
    plan = { deletion, force: true };
    await endSessions(deps, task);
    losses = await inspect(deps, task);
  }
  return plan;
}

async function runDeletion(
  deps: CommandServices,
  task: Task,
  { deletion, force }: DeletionPlan,
): Promise<void> {
  if (deletion === 'forget') {
    await deps.taskRemoval.removeTask(task.id);
    return;
  }
  if (!(await tearDown(deps, task))) {
    return;
  }
  const branch = deletion === 'withBranch' ? 'delete' : 'keep';
  await deps.progress(`Deleting task "${task.name}"`, (steps) =>
    deps.worktrees.delete(task, { ...steps, branch, force }),
  );
}

/** Undefined if the task has no worktree, or its repository does not exist any more. */
async function inspect(deps: CommandServices, task: Task): Promise<WorktreeLosses | undefined> {
  if (!task.worktree) {
    return undefined;
  }
  try {
    return await deps.busy('Inspecting the worktree...', () => deps.worktrees.inspect(task));
  } catch (error) {
    if (SessionError.is(error, 'CWD_NOT_FOUND')) {
      return undefined;
    }
    throw error;
  }
}
