import { SessionError } from '../../base/errors';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import { checkCwd } from '../../pty/shell/preflight';

/** @throws {SessionError} `CWD_NOT_FOUND`. */
export async function requireCwd(path: string): Promise<void> {
  const checked = await checkCwd(path);
  if (checked.kind === 'failed') {
    throw checked.error;
  }
}

/**
 * Checks that the agent of a session has not got the prompt that another start is to give it.
 * @throws {SessionError} `ILLEGAL_STATE` if it has begun.
 */
export function requireNotBegun(session: SessionInfo | undefined): void {
  if (session && !session.pendingStart) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `${session.label} has begun meanwhile, so it was not started again: look at its terminal, and restart it if you still want that.`,
    );
  }
}

/** @throws {SessionError} `SESSION_NOT_FOUND`. */
export function requireSessionInfo(
  sessions: Pick<SessionService, 'get'>,
  ptyId: string,
): SessionInfo {
  const session = sessions.get(ptyId);
  if (!session) {
    throw new SessionError('SESSION_NOT_FOUND', `There is no session ${ptyId}: open it again.`);
  }
  return session;
}
