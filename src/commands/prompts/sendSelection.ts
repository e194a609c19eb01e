import { SessionError } from '../../base/errors';
import type { SessionArguments } from '../../config/contributions';
import { parsePtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';
import type { SessionInfo } from '../../pty/sessionService';
import { subjectOfSession } from '../../views/terminals/terminalSubject';
import { chooseSession, type ChooseSessionDeps } from '../sessions/chooseSession';
import type { CommandServices } from '../commandServices';
import { formatSelection, type SelectionTarget } from './formatSelection';

export type SendSelectionDeps = ChooseSessionDeps &
  Pick<CommandServices, 'editorSelection' | 'sessions' | 'settings' | 'terminals'>;

/** Puts the editor's selection into a session's input, for the person to go on writing there. */
export async function sendSelection(
  deps: SendSelectionDeps,
  { session: id }: SessionArguments,
): Promise<void> {
  const selection = deps.editorSelection();
  if (!selection) {
    throw new SessionError(
      'BAD_REQUEST',
      'No text editor is open to send a selection from: open a file and select what to send.',
    );
  }
  const request = { session: id, among: 'running', preferActive: 'yes' } as const;
  const known = await chooseSession(deps, request);
  // It may have ended while the person chose.
  const session = known && deps.sessions.get(known.sessionId);
  if (!known || !session) {
    return;
  }
  deps.sessions.write(
    session.id,
    formatSelection(selection, { ...session, kind: listenerOf(session) }),
  );
  const { location } = deps.settings(known.task?.folder);
  deps.terminals.open(subjectOfSession(session, known), {
    location,
    focus: 'take',
  });
}

/** Where an agent has ended, a shell has taken its place. */
function listenerOf({ id, agentExitCode }: SessionInfo): SelectionTarget['kind'] {
  const isShell = parsePtyId(id)?.providerId === SHELL_PROVIDER_ID;
  return isShell || agentExitCode !== null ? 'shell' : 'agent';
}
