import type { SessionInfo } from '../../pty/sessionService';
import { SSH_FAILED } from '../../pty/ssh/sshFailure';

/** If a session fails within this time, the person has had no time to read why; milliseconds. */
const QUICK_FAILURE_MS = 3000;

export type ExitDisplay =
  /**
   * `code` makes VS Code report that a program failed; undefined if the person has seen the
   * failure.
   */
  | { readonly kind: 'close'; readonly code: number | undefined }
  /** The last screen stays, with `text` below it, until a key is pressed. */
  | { readonly kind: 'keep'; readonly text: string };

type EndedSession = Pick<
  SessionInfo,
  'afterExit' | 'createdAt' | 'exitCode' | 'exitSignal' | 'isLost' | 'kind'
>;

/**
 * When the terminal learned of the exit: while it showed the session, or with the replay of a
 * session that had already ended.
 */
type ExitMoment = 'live' | 'replayed';

/**
 * Decides whether a terminal closes when its session has ended. `nowMs` is the wall clock's time.
 */
export function planExitDisplay(
  session: EndedSession,
  nowMs: number,
  moment: ExitMoment,
): ExitDisplay {
  // The last screen shows why the connection was lost.
  const isCutOff = session.kind === 'ssh' && session.exitCode === SSH_FAILED;
  if (moment === 'replayed' || isCutOff || session.isLost) {
    return { kind: 'keep', text: formatExit(session) };
  }
  switch (session.afterExit) {
    case 'close':
      return { kind: 'close', code: session.exitCode ?? undefined };
    case 'keep':
      return { kind: 'keep', text: formatExit(session) };
    case 'shell':
      return isQuickFailure(session, nowMs)
        ? { kind: 'keep', text: formatExit(session) }
        : { kind: 'close', code: undefined };
  }
}

function isQuickFailure(session: EndedSession, nowMs: number): boolean {
  return session.exitCode !== 0 && nowMs - Date.parse(session.createdAt) < QUICK_FAILURE_MS;
}

function formatExit({ exitCode, exitSignal, isLost }: EndedSession): string {
  const bySignal = isLost ? 'was lost with its host' : `was ended by ${exitSignal ?? 'a signal'}`;
  const how = exitCode === null ? bySignal : `exited with code ${exitCode}`;
  return `[Process ${how}. Press any key to close.]`;
}
