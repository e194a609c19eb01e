import { isDeepStrictEqual } from 'node:util';
import { requireTrust } from '../../agents/start/requirements';
import { SessionError } from '../../base/errors';
import type { TaskPlaceArguments } from '../../config/contributions';
import type { Task } from '../../tasks/task';
import { describeLosses, type WorktreeLosses } from '../../worktrees/inspectWorktree';
import { chooseKnownTask, type ChooseKnownTaskDeps } from './chooseKnownTask';
import type { CommandServices, CommandSource } from '../commandServices';
import {
  DELETIONS,
  planDeletionQuestion,
  type Deletion,
  type RemovalFacts,
} from './planRemovalQuestion';
import {
  endSessions,
  findRunning,
  requireNoneElsewhere,
  type TaskSessionsDeps,
} from './taskSessions';
import { tearDown, type TearDownDeps } from './tearDown';

export type DeleteTaskDeps = ChooseKnownTaskDeps &
  TaskSessionsDeps &
  TearDownDeps &
  Pick<
    CommandServices,
    | 'busy'
    | 'facts'
    | 'forgetting'
    | 'progress'
    | 'questions'
    | 'sessions'
    | 'workspace'
    | 'worktrees'
  >;

/**
 * Deletes a task with its worktree: a person is told what would be lost and asked, a program that
 * names the task is taken at its word as far as nothing is lost.
 */
export async function deleteTask(
  deps: DeleteTaskDeps,
  args: TaskPlaceArguments,
  source: CommandSource,
): Promise<void> {
  const task = await chooseKnownTask(deps, {
    ...args,
    question: 'Which task do you want to delete?',
    isMeant: () => true,
    none: 'There is no task to delete: create one with Agents: New Task.',
  });
  if (!task) {
    return;
  }
  requireNoneElsewhere(deps, task);
  const isNamed = source === 'program' && args.task !== undefined;
  const way = isNamed ? await planByProgram(deps, task) : await askAndEnd(deps, task);
  if (way !== undefined) {
    await carryOut(deps, task, way);
  }
}

interface Way {
  readonly deletion: Deletion;
  /** Whether the person has agreed to what is lost. */
  readonly force: boolean;
}

async function planByProgram(deps: DeleteTaskDeps, task: Task): Promise<Way> {
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

/** Asks until what would be lost is what the person was told: an agent may work on until it is ended. */
async function askAndEnd(deps: DeleteTaskDeps, task: Task): Promise<Way | undefined> {
  let told: RemovalFacts['losses'] | 'nothing yet' = 'nothing yet';
  let way: Way | undefined;
  let losses = await inspect(deps, task);
  while (!isDeepStrictEqual(told, losses)) {
    told = losses;
    const running = findRunning(deps, task).map(({ label }) => label);
    const { message, detail, ways } = planDeletionQuestion({ task, running, losses });
    const answers = ways.map((one) => DELETIONS[one]);
    const answer = await deps.questions.ask({ message, detail, answers });
    const deletion = ways.find((one) => DELETIONS[one] === answer);
    if (deletion === undefined) {
      return undefined;
    }
    way = { deletion, force: true };
    await endSessions(deps, task);
    losses = await inspect(deps, task);
  }
  return way;
}

async function carryOut(deps: DeleteTaskDeps, task: Task, { deletion, force }: Way): Promise<void> {
  if (deletion === 'forget') {
    await deps.forgetting.task(task.id);
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

/** None where the task has no worktree, or its repository is gone with it. */
async function inspect(deps: DeleteTaskDeps, task: Task): Promise<WorktreeLosses | undefined> {
  if (!task.worktree) {
    return undefined;
  }
  requireTrust(deps.workspace().isTrusted);
  try {
    return await deps.busy('Looking at the worktree...', () => deps.worktrees.inspect(task));
  } catch (error) {
    if (SessionError.is(error, 'CWD_NOT_FOUND')) {
      return undefined;
    }
    throw error;
  }
}
