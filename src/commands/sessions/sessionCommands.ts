import { SessionError } from '../../base/errors';
import type { CommandArguments, SessionArguments } from '../commandArguments';
import { parseSessionLabel } from '../../tasks/sessionLabel';
import { formatTerminalLabel } from '../../views/terminals/terminalSubject';
import { chooseSession } from './chooseSession';
import type { CommandServices } from '../commandServices';
import { findConversation } from '../../tasks/taskOfSession';
import type { KnownSession } from './knownSessions';

/**
 * Renames a session, in the tree and on its terminal. Without an argument it was called by the
 * tree's keybinding, and renames the session of the selected row.
 */
export async function renameSession(
  deps: CommandServices,
  { session, name }: CommandArguments['renameSession'],
): Promise<void> {
  const row = deps.selection();
  const id = session ?? (row?.kind === 'session' ? row.session : undefined);
  const known = await chooseSession(deps, { session: id, among: 'all', preferActive: 'yes' });
  if (known && !known.task) {
    throw new SessionError(
      'BAD_REQUEST',
      `${known.label} belongs to no task, so another name cannot be stored: start it in a task.`,
    );
  }
  const typed = known && (name ?? (await deps.pickers.askSessionLabel(known.label)));
  if (known?.task && typed !== undefined) {
    const label = parseSessionLabel(typed);
    await deps.tasks.relabelConversation(known.task.id, known.sessionId, label);
    deps.sessions.find(known.sessionId)?.relabel(label);
    deps.terminals.relabel(known.sessionId, formatTerminalLabel({ label, task: known.task }));
  }
}

/** Shows no more messages about a session, also after a restart of it, until it is unmuted. */
export const muteSession = createMute(true);

export const unmuteSession = createMute(false);

function createMute(isMuted: boolean) {
  return async (deps: CommandServices, { session }: SessionArguments): Promise<void> => {
    const isOffered = (known: KnownSession): boolean =>
      known.task !== undefined && isMutedSession(known) !== isMuted;
    const known = await chooseSession(deps, {
      session,
      among: isMuted ? 'running' : 'all',
      preferActive: 'yes',
      isOffered,
    });
    if (known && !known.task) {
      throw new SessionError(
        'BAD_REQUEST',
        `${known.label} belongs to no task, so its messages cannot be muted: start it in a task.`,
      );
    }
    if (known?.task) {
      await deps.tasks.muteConversation(known.task.id, known.sessionId, isMuted);
    }
  };
}

function isMutedSession({ task, sessionId }: KnownSession): boolean {
  return (task && findConversation(task, sessionId))?.isMuted === true;
}
