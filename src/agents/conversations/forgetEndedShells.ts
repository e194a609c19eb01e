import type { Disposable } from '../../base/lifecycle';
import { parsePtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';
import type { SessionService } from '../../pty/sessionService';
import type { Leases } from '../../ownership/leases';
import { findConversation } from '../../tasks/taskOfSession';
import type { TaskStore } from '../../tasks/taskStore';

/**
 * A shell remembers nothing that could be gone back to, so its task forgets it when it leaves the
 * list, unless it goes on in another window.
 */
export function forgetEndedShells(
  sessions: Pick<SessionService, 'onDidChange'>,
  tasks: Pick<TaskStore, 'list' | 'removeConversation'>,
  leases: Pick<Leases, 'goesOnElsewhere'>,
): Disposable {
  return sessions.onDidChange(({ type, session }) => {
    const isShell = parsePtyId(session.id)?.providerId === SHELL_PROVIDER_ID;
    if (type !== 'removed' || !isShell || leases.goesOnElsewhere(session.id)) {
      return;
    }
    const holders = tasks.list().filter((task) => findConversation(task, session.id));
    holders.forEach((task) => void tasks.removeConversation(task.id, session.id));
  });
}
