import type { FolderRef } from '../../agents/folderRef';
import type { TaskChoice } from '../../agents/startRequests';
import { isRunning } from '../../pty/liveAgent';
import { SessionError } from '../../base/errors';
import type { CommandArguments } from '../commandArguments';
import type { Task } from '../../tasks/task';
import { findConversation } from '../../tasks/taskOfSession';
import { requireFolders } from '../tasks/taskArguments';
import { requireFolderOf } from '../tasks/chooseKnownTask';
import { chooseSession } from '../sessions/chooseSession';
import type { CommandServices, CommandSource, StartedSession } from '../commandServices';
import { createWorktreeTask } from '../tasks/createTask';
import type { KnownSession } from '../sessions/knownSessions';
import { confirmKept } from './confirmStart';
import { showStart } from './startAgent';

/**
 * Starts a session with another session's screen and conversation: in the same task, or in a new
 * task whose worktree has the uncommitted changes. A person is asked which. A program that names the
 * session and leaves out `worktree` gets none.
 */
export async function forkSession(
  deps: CommandServices,
  { session, worktree, name }: CommandArguments['forkSession'],
  source: CommandSource,
): Promise<StartedSession | undefined> {
  requireFolders(deps.workspace());
  const known = await chooseSession(deps, { session, among: 'running', preferActive: 'yes' });
  if (!known) {
    return undefined;
  }
  const task = requireForkable(known);
  const folder = requireFolderOf(deps, task);
  const confirmed = await confirmKept(deps, known, folder);
  if (!confirmed) {
    return undefined;
  }
  const isNamed = source === 'program' && session !== undefined;
  const inWorktree = worktree ?? (isNamed ? false : await chooseFolder(deps, folder, task));
  const target =
    inWorktree === undefined
      ? undefined
      : await findTarget(deps, { folder, task, inWorktree, name });
  if (!target) {
    return undefined;
  }
  const prepared = await deps.busy(`Forking ${known.label}...`, () =>
    deps.launcher.prepareFork(known.sessionId, { task: target, label: name, ...confirmed }),
  );
  return showStart(deps, prepared, undefined);
}

/** Checked before a worktree is created for the fork. */
function requireForkable(known: KnownSession): Task {
  const { sessionId, label, task } = known;
  if (!isRunning(known.session)) {
    throw new SessionError(
      'SESSION_EXITED',
      `${label} (${sessionId}) is not running, and only a running session can be forked: open it first.`,
    );
  }
  if (!task || !findConversation(task, sessionId)) {
    throw new SessionError(
      'SESSION_NOT_FOUND',
      `No task contains session ${sessionId}: start the agent in a task instead.`,
    );
  }
  return task;
}

async function chooseFolder(
  deps: CommandServices,
  folder: FolderRef,
  task: Task,
): Promise<boolean | undefined> {
  if ((await deps.worktrees.findObstacle(folder, task.name)) !== undefined) {
    return false;
  }
  return deps.choices.choose('Where should the fork work?', [
    { label: 'In this task', description: task.cwd, value: false },
    {
      label: 'In a worktree with its uncommitted changes',
      description: 'a task of its own, on a new branch',
      value: true,
    },
  ]);
}

interface Fork {
  readonly folder: FolderRef;
  readonly task: Task;
  readonly inWorktree: boolean;
  readonly name: string | undefined;
}

async function findTarget(
  deps: CommandServices,
  { folder, task, inWorktree, name }: Fork,
): Promise<TaskChoice | undefined> {
  if (!inWorktree) {
    return { kind: 'existing', id: task.id };
  }
  deps.sessions.requireRoom(deps.settings(folder.uri).persistence);
  const request = { name: name ?? `${task.name} fork`, isNumbered: name === undefined };
  const fork = await createWorktreeTask(deps, { folder, ...request }, task);
  const isReady = fork !== undefined && (await deps.worktreeCommands.allowStart(folder, fork.id));
  return isReady ? { kind: 'existing', id: fork.id } : undefined;
}
