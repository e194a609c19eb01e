import { SessionError } from '../../base/errors';
import type { SessionArguments } from '../../config/contributions';
import { parsePtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';
import type { SessionInfo } from '../../pty/sessionService';
import { subjectOfSession } from '../../views/terminals/terminalSubject';
import { chooseSession } from '../sessions/chooseSession';
import type { CommandServices } from '../commandServices';
import { formatSelection, type SelectionTarget } from './formatSelection';

/** Puts the editor's selection into a session's input and focuses its terminal. */
export async function sendSelection(
  deps: CommandServices,
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
  // The session may have ended while the person chose.
  const session = known && deps.sessions.get(known.sessionId);
  if (!known || !session) {
    return;
  }
  deps.sessions.write(
    session.id,
    formatSelection(selection, { ...session, kind: receiverOf(session) }),
  );
  const { location } = deps.settings(known.task?.folder);
  deps.terminals.open(subjectOfSession(session, known), {
    location,
    focus: 'take',
  });
}

/** A shell replaces an agent that has ended. */
function receiverOf({ id, agentExitCode }: SessionInfo): SelectionTarget['kind'] {
  const isShell = parsePtyId(id)?.providerId === SHELL_PROVIDER_ID;
  return isShell || agentExitCode !== null ? 'shell' : 'agent';
}
