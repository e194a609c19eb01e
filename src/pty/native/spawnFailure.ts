import { SessionError, toMessage } from '../../base/errors';
import { isErrno } from '../../base/isErrno';
import type { PtySpawnSpec } from '../ptyProcess';

/** The resources that open sessions use: descriptors, terminals, processes, memory. */
const EXHAUSTED_CODES = ['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC'] as const;

/**
 * The same as messages, since errors of `node-pty` have no code. On Linux the message only states
 * that `forkpty` failed; after a successful start that means a lack of these resources. On macOS
 * the text of `strerror` follows.
 */
const EXHAUSTED_WORDS =
  /forkpty|posix_openpt|temporarily unavailable|too many open files|cannot allocate memory|no space left/i;

/** The error of a start that the system refuses, with a `node-pty` that works. */
export function spawnFailure({ file, cwd }: PtySpawnSpec, error: unknown): SessionError {
  const reason = toMessage(error);
  const problem = isExhausted(error)
    ? `the system cannot provide another terminal or process (${reason}); end some sessions and try again`
    : `the system refuses it (${reason}); check that the program and the folder exist and may be used`;
  return new SessionError('SPAWN_FAILED', `Cannot start "${file}" in ${cwd}: ${problem}.`, {
    cause: error,
  });
}

function isExhausted(error: unknown): boolean {
  return isErrno(error, ...EXHAUSTED_CODES) || EXHAUSTED_WORDS.test(toMessage(error));
}
