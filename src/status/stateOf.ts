import type { SessionInfo, SessionState } from '../pty/sessionService';
import type { Activity } from './activity';

/**
 * The state of a session for programs: `creating` until its agent has begun, `active` while its program has written in the last two seconds
 * or its agent works, which may write nothing.
 */
export function stateOf(
  { pendingStart, state }: Pick<SessionInfo, 'pendingStart' | 'state'>,
  activity: Activity,
): SessionState {
  if (pendingStart && state !== 'terminated') {
    return 'creating';
  }
  return state === 'idle' && activity.state.kind === 'working' ? 'active' : state;
}
