import type { SessionService } from '../../pty/sessionService';
import type { StatusService } from '../../status/statusService';
import { hasAgent } from '../tree/sessionPresentation';
import { presentActivity } from '../tree/activityPresentation';

/**
 * Returns the mark before the name of a session's terminal, for its agent's activity; empty for
 * none.
 */
export function activityMark(
  {
    sessions,
    status,
  }: {
    readonly sessions: Pick<SessionService, 'get'>;
    readonly status: StatusService;
  },
  sessionId: string,
): string {
  const session = sessions.get(sessionId);
  const presented =
    session && hasAgent(session) ? presentActivity(status.get(sessionId).state) : undefined;
  return presented?.mark ?? '';
}
