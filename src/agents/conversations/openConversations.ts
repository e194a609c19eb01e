import type { Disposable } from '../../base/lifecycle';
import { parsePtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';
import { AGENT_END_EVENTS, type SessionService } from '../../pty/sessionService';
import type { SessionHandover } from '../../ownership/sessionHandover';
import type { Task } from '../../tasks/task';
import { findConversation } from '../../tasks/taskOfSession';
import type { TaskStore } from '../../tasks/taskStore';

/**
 * Marks a conversation as closed when its agent ends. The conversations that are still open when
 * the window closes or crashes are those that the next window may resume. So a closing window
 * disposes this before it ends its sessions. A conversation also stays open if its session
 * continues in another window, or was lost with its session host or connection.
 */
export function closeEndedConversations(
  sessions: SessionService,
  tasks: Pick<TaskStore, 'list' | 'closeConversation'>,
  handover: Pick<SessionHandover, 'continuesElsewhere'>,
): Disposable {
  return sessions.onDidChange(({ type, session }) => {
    if (AGENT_END_EVENTS.has(type) && !session.isLost && !handover.continuesElsewhere(session.id)) {
      const owners = tasks.list().filter((task) => findConversation(task, session.id)?.isOpen);
      owners.forEach((task) => void tasks.closeConversation(task.id, session.id));
    }
  });
}

/** The PTY ids of open conversations of agents that do not run in this window, oldest first. */
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

/**
 * Removes a shell from its task when its session is removed, because a shell has no conversation to
 * resume. A shell that continues in another window stays.
 */
export function forgetEndedShells(
  sessions: SessionService,
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
