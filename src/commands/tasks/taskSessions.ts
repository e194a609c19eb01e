import type { Task } from '../../tasks/task';
import type { CommandServices } from '../commandServices';
import { isRunning, requireHere, type KnownSession } from '../sessions/knownSessions';

export type TaskSessionsDeps = Pick<
  CommandServices,
  'busy' | 'facts' | 'sessions' | 'terminals' | 'worktreeCommands'
>;

/** What runs in a task in this window, in the order of its conversations. */
export function findRunning(
  { sessions }: Pick<CommandServices, 'sessions'>,
  task: Task,
): readonly KnownSession[] {
  return task.conversations
    .map(({ ptyId, label }) => ({
      sessionId: ptyId,
      label,
      session: sessions.get(ptyId),
      task,
    }))
    .filter(isRunning);
}

/** @throws {SessionError} `ILLEGAL_STATE` where another window holds a session of the task. */
export function requireNoneElsewhere(deps: Pick<CommandServices, 'facts'>, task: Task): void {
  task.conversations.forEach(({ ptyId, label }) =>
    requireHere(deps, { sessionId: ptyId, label, session: undefined, task }),
  );
}

/** Ends what runs in the task, and closes the terminals of what has ended there. */
export async function endSessions(deps: TaskSessionsDeps, task: Task): Promise<void> {
  const known = task.conversations.map(({ ptyId }) => ptyId);
  deps.worktreeCommands.forget(task.id);
  known.forEach((ptyId) => deps.terminals.close(ptyId));
  const there = known.filter((ptyId) => deps.sessions.get(ptyId) !== undefined);
  if (there.length > 0) {
    await deps.busy('Ending sessions...', () =>
      Promise.all(there.map((ptyId) => deps.sessions.kill(ptyId))),
    );
  }
}
