import type { SessionInfo, SessionState } from '../pty/sessionService';
import type { Activity } from './activity';

/**
 * The state of a session for programs: `active` while its program has written in the last two seconds
 * or its agent works, which may write nothing.
 */
export function stateOf({ state }: Pick<SessionInfo, 'state'>, activity: Activity): SessionState {
  return state === 'idle' && activity.state.kind === 'working' ? 'active' : state;
}
