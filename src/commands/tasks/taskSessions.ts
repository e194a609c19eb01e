import type { Task } from '../../tasks/task';
import { isRunning } from '../../pty/liveAgent';
import type { CommandServices } from '../commandServices';
import { requireNotElsewhere, type KnownSession } from '../sessions/knownSessions';
import { SHELL_PROVIDER_ID } from '../../pty/ptyId';
import { requireFolderOf } from './chooseKnownTask';

/** The task's sessions that run in this window, in the order of its conversations. */
export function findRunning({ sessions }: CommandServices, task: Task): readonly KnownSession[] {
  return task.conversations
    .map(({ ptyId, label }) => ({
      sessionId: ptyId,
      label,
      session: sessions.get(ptyId),
      task,
    }))
    .filter(({ session }) => isRunning(session));
}

/** @throws {SessionError} `ILLEGAL_STATE` if another window drives a session of the task. */
export function requireNoneElsewhere(deps: CommandServices, task: Task): void {
  task.conversations.forEach(({ ptyId, label }) =>
    requireNotElsewhere(deps, { sessionId: ptyId, label, session: undefined, task }),
  );
}

/**
 * Ends the task's sessions, and closes their terminals and those of its ended sessions.
 * @throws {SessionError} `ILLEGAL_STATE` if another window has started one of them meanwhile.
 */
export async function endSessions(deps: CommandServices, task: Task): Promise<void> {
  requireNoneElsewhere(deps, task);
  const known = task.conversations.map(({ ptyId }) => ptyId);
  deps.worktreeCommands.forget(task.id);
  known.forEach((ptyId) => deps.terminals.close(ptyId));
  const existing = known.filter((ptyId) => deps.sessions.get(ptyId) !== undefined);
  if (existing.length > 0) {
    await deps.busy('Ending sessions...', () =>
      Promise.all(existing.map(async (ptyId) => deps.sessions.find(ptyId)?.kill())),
    );
  }
}

/**
 * Runs the teardown commands in the task's worktree, if it exists.
 * @returns whether the worktree may be removed.
 */
export async function tearDown(deps: CommandServices, task: Task): Promise<boolean> {
  if ((await deps.worktrees.locate(task))?.kind !== 'there') {
    return true;
  }
  const folder = requireFolderOf(deps, task);
  const confirmed = await deps.confirmValues.confirm(folder, SHELL_PROVIDER_ID);
  return confirmed === 'answered' && deps.worktreeCommands.tearDown(folder, task);
}
