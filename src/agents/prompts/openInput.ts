import { BlockedError, SessionError } from '../../base/errors';
import type { ShellMode } from '../../providers/model/providerDefinition';
import { isSameRun } from '../../pty/liveAgent';
import type { SessionInfo, SessionService, VisibleScreen } from '../../pty/sessionService';
import { isLikely } from '../../status/activity';
import { rowsOf } from '../../status/screens/screenParts';
import type { StatusService } from '../../status/statusService';
import { isAtCursor } from './promptMatch';
import { describeAsking } from '../dialogs/dialog';
import type { ReadLineLimit } from '../../pty/process/lineReading';

interface OpenInput {
  readonly sessions: Pick<SessionService, 'get'>;
  readonly status: Pick<StatusService, 'dialogOn' | 'isUnrecognised'>;
  readonly session: SessionInfo;
  readonly screen: VisibleScreen;
  readonly shellMode: ShellMode;
  readonly typed?: string;
}

/**
 * To be called directly before the text of a prompt and before Enter, because a shell would run both,
 * and a dialog would take them as its answer. A prompt may itself begin the shell mode by its key: as
 * no agent may send such a prompt, its caller requests that command.
 * @throws {SessionError} `SESSION_EXITED` if the agent has ended, `AGENT_BLOCKED` if the screen shows a
 * dialog, or may show one instead of the typed text, `AGENT_NOT_READY` if its input is in shell mode.
 */
export function requireOpenInput(input: OpenInput): void {
  const { sessions, status, session, screen, shellMode, typed = '' } = input;
  const { id, label } = session;
  if (!isSameRun(session, sessions.get(id))) {
    throw new SessionError(
      'SESSION_EXITED',
      `${label} ended before the prompt was submitted: clear the text if its shell shows it, then restart the session.`,
    );
  }
  requireNoDialog(input);
  if (typed !== '' && status.isUnrecognised(id, screen) && !isAtCursor(screen, typed)) {
    throw new BlockedError(
      `${label} shows a screen that no rule recognises and that may ask something, so the prompt was typed and not submitted: look at its terminal.`,
      undefined,
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

/**
 * A likely question counts, too, because Enter would answer it; but not one that the typed prompt
 * itself contains. Before the text is typed, so does a screen that the rules of the agent do not recognise.
 * @throws {BlockedError} if the screen shows a dialog, or may show one.
 */
export function requireNoDialog({
  status,
  session: { id, label },
  screen,
  typed = '',
}: Pick<OpenInput, 'screen' | 'session' | 'status' | 'typed'>): void {
  const dialog = status.dialogOn(id, screen);
  if (dialog && !(isLikely(dialog) && contains(typed, dialog.question))) {
    const asks = `${label} ${describeAsking(dialog)}`;
    throw new BlockedError(
      typed === ''
        ? `${asks}: answer that, then send the prompt.`
        : `${asks}, so the prompt was typed and not submitted: answer that, clear the prompt if the input shows it, then send it.`,
      dialog.question,
    );
  }
  if (typed === '' && status.isUnrecognised(id, screen)) {
    throw new BlockedError(
      `${label} shows a screen that no rule recognises and that may ask something: answer it in its terminal, then send the prompt.`,
      undefined,
    );
  }
}

/** Whether a row of the screen is of the prompt, which an input wraps. A row without words is not. */
function contains(prompt: string, row = ''): boolean {
  const words = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');
  const shown = words(row);
  return shown !== '' && words(prompt).includes(shown);
}

/** A line that arrives whole at every program, in bytes. */
const SHORT_LINE_BYTES = 1000;

/**
 * Checks that the program of a session gets each line of a text whole. One that accepts pastes reads
 * characters, and so any line.
 * @throws {SessionError} `AGENT_NOT_READY`.
 */
export async function requireWholeLines(
  { bracketedPaste, kind, label, persistence, pid }: SessionInfo,
  typed: string,
  readLineLimit: ReadLineLimit,
): Promise<void> {
  const bytes = Math.max(...typed.split('\n').map((line) => Buffer.byteLength(line)));
  if (bracketedPaste || bytes <= SHORT_LINE_BYTES) {
    return;
  }
  // The process here is then a client, whose terminal is not the program's.
  const isClient = kind === 'ssh' || persistence === 'tmux';
  const limit = await readLineLimit(isClient ? null : pid);
  if (bytes > limit) {
    throw new SessionError(
      'AGENT_NOT_READY',
      `${label} reads whole lines, of which the system keeps ${limit} bytes, and a line of this prompt has ${bytes}: send shorter lines, or name a file with the text.`,
    );
  }
}
