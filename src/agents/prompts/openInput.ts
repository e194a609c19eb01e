import { SessionError } from '../../base/errors';
import type { ShellMode } from '../../providers/model/providerDefinition';
import { isSameRun } from '../../pty/liveAgent';
import type { SessionInfo, SessionService, VisibleScreen } from '../../pty/sessionService';
import { rowsOf } from '../../status/screens/screenParts';

interface OpenInput {
  readonly sessions: Pick<SessionService, 'get'>;
  readonly session: SessionInfo;
  /** The screen as it is now. */
  readonly screen: VisibleScreen;
  readonly shellMode: ShellMode;
  /** The prompt, once it is typed. */
  readonly typed?: string;
}

/**
 * To be called directly before the text of a prompt and before Enter, because a shell would run both.
 * A prompt may itself begin the shell mode by its key: as no agent may send such a prompt, its caller
 * requests that command.
 * @throws {SessionError} `SESSION_EXITED` if the agent has ended, `AGENT_NOT_READY` if its input is in
 * shell mode.
 */
export function requireOpenInput({
  sessions,
  session,
  screen,
  shellMode,
  typed = '',
}: OpenInput): void {
  if (!isSameRun(session, sessions.get(session.id))) {
    throw new SessionError(
      'SESSION_EXITED',
      `${session.label} ended before the prompt was submitted: clear the text if its shell shows it, then restart the session.`,
    );
  }
  const { key, where, row } = shellMode;
  const isOwn = typed.trimStart().startsWith(key);
  if (!isOwn && rowsOf(where, screen).some((shown) => row.test(shown))) {
    throw new SessionError(
      'AGENT_NOT_READY',
      `The input of ${session.label} is in shell mode, which would run a prompt as a command: clear the input and leave that mode in its terminal, then send the prompt.`,
    );
  }
}
