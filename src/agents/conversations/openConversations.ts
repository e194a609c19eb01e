import type { Disposable } from '../../base/lifecycle';
import { parsePtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';
import type { SessionEvent, SessionService } from '../../pty/sessionService';
import type { Leases } from '../../ownership/leases';
import type { Task } from '../../tasks/task';
import { findConversation } from '../../tasks/taskOfSession';
import type { TaskStore } from '../../tasks/taskStore';

/**
 * Marks a conversation as closed when its agent ends, so that what is still open when the window
 * goes, or dies, is what the next one may take up. To be disposed before the window ends its
 * sessions: that closes none. Nor does the end of one that goes on in another window, or of one
 * whose host was lost, or the line to it: its conversation can be gone on with.
 */
export function closeEndedConversations(
  sessions: Pick<SessionService, 'onDidChange'>,
  tasks: Pick<TaskStore, 'list' | 'closeConversation'>,
  leases: Pick<Leases, 'goesOnElsewhere'>,
): Disposable {
  return sessions.onDidChange(({ type, session }) => {
    if (ENDS.has(type) && !session.isLost && !leases.goesOnElsewhere(session.id)) {
      const holders = tasks.list().filter((task) => findConversation(task, session.id)?.isOpen);
      holders.forEach((task) => void tasks.closeConversation(task.id, session.id));
    }
  });
}

const ENDS: ReadonlySet<SessionEvent['type']> = new Set(['agentExit', 'exit', 'removed']);

/** The PTY ids of the conversations of agents that are open and do not run here, oldest first. */
export function findLeftOpen(
  tasks: readonly Task[],
  runsHere: (ptyId: string) => boolean,
): readonly string[] {
  return tasks
    .flatMap(({ conversations }) => conversations)
    .filter(({ isOpen, ptyId }) => isOpen === true && !runsHere(ptyId))
    .map(({ ptyId }) => ptyId)
    .filter((ptyId) => parsePtyId(ptyId)?.providerId !== SHELL_PROVIDER_ID);
}
