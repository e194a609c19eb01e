import { SessionError } from '../../base/errors';
import type { ReadLineLimit } from '../../pty/process/lineReading';
import type { SessionInfo } from '../../pty/sessionService';

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
