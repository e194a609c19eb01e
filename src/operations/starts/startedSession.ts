import type { PreparedStart } from '../../agents/preparedStart';
import type { Dimensions } from '../../pty/ptyProcess';
import type { SessionInfo, SessionService } from '../../pty/sessionService';

/** A session that a caller has started, and the notices of its start. */
export interface StartedSession {
  readonly session: SessionInfo;
  readonly notices: readonly string[];
}

/** Launches a planned start for a caller, and returns the session as it is then. */
export async function launchStart(
  sessions: SessionService,
  prepared: PreparedStart,
  size: Dimensions,
): Promise<StartedSession> {
  const launched = await prepared.launch(size);
  return { session: sessions.get(launched.id) ?? launched, notices: prepared.notices };
}
