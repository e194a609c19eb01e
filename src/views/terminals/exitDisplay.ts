import type { SessionInfo } from '../../pty/sessionService';
import { SSH_FAILED } from '../../pty/ssh/sshFailure';

/** A session that fails sooner than this has shown its reason to nobody yet. */
const QUICK_FAILURE_MS = 3000;

/** What becomes of a terminal whose session has ended. */
export type ExitDisplay =
  /** `code` makes VS Code say that a program failed; none where the person has seen it. */
  | { readonly kind: 'close'; readonly code: number | undefined }
  /** The last screen stays under `text` until a key is pressed. */
  | { readonly kind: 'keep'; readonly text: string };

type EndedSession = Pick<
  SessionInfo,
  'afterExit' | 'createdAt' | 'exitCode' | 'exitSignal' | 'isLost' | 'kind'
>;

/**
 * When the exit was told: while the terminal showed the session, or together with what was
 * there to be replayed, since it had ended before the terminal was opened to read it.
 */
export type ExitMoment = 'live' | 'replayed';

export function planExitDisplay(
  session: EndedSession,
  nowMs: number,
  moment: ExitMoment,
): ExitDisplay {
  // Why a connection was lost stands on its last screen.
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
  const bySignal = isLost
    ? 'is gone with what held it'
    : `was ended by ${exitSignal ?? 'a signal'}`;
  const how = exitCode === null ? bySignal : `exited with code ${exitCode}`;
  return `[Process ${how}. Press any key to close.]`;
}
