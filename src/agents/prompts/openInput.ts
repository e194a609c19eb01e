import { SessionError } from '../../base/errors';
import type { ShellMode } from '../../providers/model/providerDefinition';
import { isSameRun } from '../../pty/liveAgent';
import type { SessionInfo, SessionService, VisibleScreen } from '../../pty/sessionService';
import { rowsOf } from '../../status/screens/screenParts';
import type { StatusService } from '../../status/statusService';
import { formatQuestion } from '../dialogs/dialog';

interface OpenInput {
  readonly sessions: Pick<SessionService, 'get'>;
  readonly status: Pick<StatusService, 'dialogOn'>;
  readonly session: SessionInfo;
  /** The screen as it is now. */
  readonly screen: VisibleScreen;
  readonly shellMode: ShellMode;
  /** The prompt, once it is typed. */
  readonly typed?: string;
}

/**
 * To be called directly before the text of a prompt and before Enter, because a shell would run both,
 * and a dialog would take them as its answer. A prompt may itself begin the shell mode by its key: as
 * no agent may send such a prompt, its caller requests that command.
 * @throws {SessionError} `SESSION_EXITED` if the agent has ended, `AGENT_BLOCKED` if the screen shows a
 * dialog, `AGENT_NOT_READY` if its input is in shell mode.
 */
export function requireOpenInput({
  sessions,
  status,
  session,
  screen,
  shellMode,
  typed = '',
}: OpenInput): void {
  const { id, label } = session;
  if (!isSameRun(session, sessions.get(id))) {
    throw new SessionError(
      'SESSION_EXITED',
      `${label} ended before the prompt was submitted: clear the text if its shell shows it, then restart the session.`,
    );
  }
  const dialog = status.dialogOn(id, screen);
  if (dialog) {
    throw new SessionError(
      'AGENT_BLOCKED',
      `${label} asks ${formatQuestion(dialog.question)}, so the prompt was not submitted: answer that, then send the prompt.`,
    );
  }
  const { key, where, row } = shellMode;
  const isOwn = typed.trimStart().startsWith(key);
  if (!isOwn && rowsOf(where, screen).some((shown) => row.test(shown))) {
    throw new SessionError(
      'AGENT_NOT_READY',
      `The input of ${label} is in shell mode, which would run a prompt as a command: clear the input and leave that mode in its terminal, then send the prompt.`,
    );
  }
}
