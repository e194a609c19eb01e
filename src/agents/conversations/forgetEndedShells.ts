import type { Disposable } from '../../base/lifecycle';
import { parsePtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';
import type { SessionService } from '../../pty/sessionService';
import type { SessionHandover } from '../../ownership/sessionHandover';
import { findConversation } from '../../tasks/taskOfSession';
import type { TaskStore } from '../../tasks/taskStore';

/**
 * Removes a shell from its task when its session is removed, because a shell has no conversation to
 * resume. A shell that continues in another window stays.
 */
export function forgetEndedShells(
  sessions: Pick<SessionService, 'onDidChange'>,
  tasks: Pick<TaskStore, 'list' | 'removeConversation'>,
  handover: Pick<SessionHandover, 'continuesElsewhere'>,
): Disposable {
  return sessions.onDidChange(({ type, session }) => {
    const isShell = parsePtyId(session.id)?.providerId === SHELL_PROVIDER_ID;
    if (type !== 'removed' || !isShell || handover.continuesElsewhere(session.id)) {
      return;
    }
    const owners = tasks.list().filter((task) => findConversation(task, session.id));
    owners.forEach((task) => void tasks.removeConversation(task.id, session.id));
  });
}
