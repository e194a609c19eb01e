import type { SessionInfo } from '../sessionService';

/** Whether the session is running and continues when its window closes. */
export function outlivesWindow(
  session: Pick<SessionInfo, 'persistence' | 'state'> | undefined,
): boolean {
  return (
    session !== undefined && session.persistence !== 'window' && session.state !== 'terminated'
  );
}
