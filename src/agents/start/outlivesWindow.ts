import type { SessionInfo } from '../../pty/sessionService';

/** Whether a session runs that goes on without the window that holds it. */
export function outlivesWindow(
  session: Pick<SessionInfo, 'persistence' | 'state'> | undefined,
): boolean {
  return (
    session !== undefined && session.persistence !== 'window' && session.state !== 'terminated'
  );
}
