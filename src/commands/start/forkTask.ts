import type { FolderRef } from '../../agents/folderRef';
import type { PreparedStart } from '../../agents/preparedStart';
import type { ForkOptions } from '../../agents/startRequests';
import {
  prepareForks,
  requireForkable,
  requireOwnWorktree,
  requireRoomForForks,
} from '../../agents/forkGroup';
import type { CommandArguments } from '../commandArguments';
import type { Task } from '../../tasks/task';
import { parseTaskName } from '../../tasks/taskName';
import { requireFolders } from '../tasks/taskArguments';
import type { CommandServices, CommandSource, StartedSession } from '../commandServices';
import type { KnownSession } from '../sessions/knownSessions';
import { chooseKnownTask, requireFolderOf } from '../tasks/chooseKnownTask';
import { createWorktreeTask } from '../tasks/createTask';
import { isArchived } from '../tasks/taskArguments';
import { findRunning, requireNoneElsewhere } from '../tasks/taskSessions';
import { confirmKept } from './confirmStart';
import { showStart } from './startAgent';

interface ConfirmedFork extends Pick<ForkOptions, 'keepAutoApprove'> {
  readonly original: KnownSession;
}

/**
 * Starts forks of all running sessions of a task in a new task: in the same directory, or in a worktree
 * with the uncommitted changes. A person is asked which; a program that names the task and leaves out
 * `worktree` gets a worktree only if the task has one.
 */
export async function forkTask(
  deps: CommandServices,
  args: CommandArguments['forkTask'],
  source: CommandSource,
): Promise<readonly StartedSession[] | undefined> {
  requireFolders(deps.workspace());
  const task = await chooseTask(deps, args);
  const folder = task && requireFolderOf(deps, task);
  if (!task || !folder) {
    return undefined;
  }
  const originals = requireRunning(deps, task);
  const confirmed = await confirmAll(deps, folder, originals);
  if (!confirmed) {
    return undefined;
  }
  const isNamed = source === 'program' && args.task !== undefined;
  const worktree = await chooseWorktree(deps, folder, { task, isNamed, requested: args.worktree });
  const name = args.name ? parseTaskName(args.name) : `${task.name} fork`;
  const target =
    worktree === undefined ? undefined : await createTarget(deps, folder, { task, name, worktree });
  return target && forkInto(deps, confirmed, target);
}

function chooseTask(
  deps: CommandServices,
  args: CommandArguments['forkTask'],
): Promise<Task | undefined> {
  return chooseKnownTask(deps, {
    ...args,
    question: 'Which task should be forked?',
    isEligible: (task) =>
      !isArchived(task) && (args.task !== undefined || findRunning(deps, task).length > 0),
    noneMessage:
      'No session of a task is running, and only running sessions can be forked: start one.',
  });
}

function requireRunning(deps: CommandServices, task: Task): readonly KnownSession[] {
  requireNoneElsewhere(deps, task);
  const running = findRunning(deps, task);
  requireForkable(task, running);
  const sessions = running.flatMap(({ session }) => session ?? []);
  requireRoomForForks(deps.sessions, sessions, 1);
  return running;
}

/** Asks the person about each session; `undefined` if the person cancels. */
async function confirmAll(
  deps: CommandServices,
  folder: FolderRef,
  originals: readonly KnownSession[],
): Promise<readonly ConfirmedFork[] | undefined> {
  const confirmed: ConfirmedFork[] = [];
  for (const original of originals) {
    const answer = await confirmKept(deps, original, folder);
    if (!answer) {
      return undefined;
    }
    confirmed.push({ original, ...answer });
  }
  return confirmed;
}

/** Whether the new task gets a worktree; `undefined` if the person cancels. */
async function chooseWorktree(
  { choices, worktrees }: CommandServices,
  folder: FolderRef,
  { task, isNamed, requested }: { task: Task; isNamed: boolean; requested?: boolean | undefined },
): Promise<boolean | undefined> {
  if (task.worktree) {
    requireOwnWorktree(task, requested ?? true);
    return true;
  }
  if (requested !== undefined || isNamed) {
    return requested ?? false;
  }
  if ((await worktrees.findObstacle(folder, task.name)) !== undefined) {
    return false;
  }
  return choices.choose('Where should the fork work?', [
    { label: 'In the same directory', description: task.cwd, value: false },
    {
      label: 'In a worktree with its uncommitted changes',
      description: 'on a new branch',
      value: true,
    },
  ]);
}

/** Creates the task of the forks, and waits for the setup of its worktree. */
async function createTarget(
  deps: CommandServices,
  folder: FolderRef,
  { task, name, worktree }: { task: Task; name: string; worktree: boolean },
): Promise<Task | undefined> {
  if (!worktree) {
    const fields = { name, folder: folder.uri, cwd: task.cwd };
    return deps.tasks.create(fields, { isNumbered: true });
  }
  const fork = await createWorktreeTask(deps, { folder, name, isNumbered: true }, task);
  const isReady = fork !== undefined && (await deps.worktreeCommands.allowStart(folder, fork.id));
  return isReady ? fork : undefined;
}

/** Plans all forks before the first terminal opens. If one cannot be planned, removes the task. */
async function forkInto(
  deps: CommandServices,
  confirmed: readonly ConfirmedFork[],
  target: Task,
): Promise<readonly StartedSession[]> {
  const choice = { kind: 'existing', id: target.id } as const;
  const requests = confirmed.map(({ original: { sessionId, label }, keepAutoApprove }) => ({
    sessionId,
    options: { task: choice, label, keepAutoApprove },
  }));
  let prepared: readonly PreparedStart[];
  try {
    prepared = await deps.busy(`Forking into ${target.name}...`, () =>
      prepareForks(deps.launcher, requests),
    );
  } catch (error) {
    await (target.worktree
      ? deps.worktrees.delete(target, { branch: 'delete', force: true })
      : deps.taskRemoval.removeTask(target.id));
    throw error;
  }
  return prepared.flatMap((start) => showStart(deps, start, undefined) ?? []);
}
