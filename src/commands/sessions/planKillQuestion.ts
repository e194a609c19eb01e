import type { SessionState } from '../../pty/sessionService';
import type { ActivityState } from '../../status/activity';
import type { SessionChosenBy } from './chooseSession';

export interface KillRequest {
  readonly chosenBy: SessionChosenBy;
  /** None where a task remembers a conversation that no session is left of. */
  readonly state: SessionState | undefined;
  /** What its agent does. */
  readonly activity: ActivityState['kind'];
}

/** What a person is asked before a session is ended: nothing, whether to end it, or whether to forget it. */
export type KillQuestion = 'none' | 'end' | 'forget';

/**
 * Who points at a session knows what is ended, so only one that is at work is asked about. One
 * that is meant because it has the focus is asked about in any case: a stray key must lose no
 * agent. What has exited is lost already.
 */
export function planKillQuestion({ chosenBy, state, activity }: KillRequest): KillQuestion {
  switch (state) {
    case undefined:
      return 'forget';
    case 'terminated':
      return 'none';
    case 'creating':
    case 'active':
    case 'idle':
      return chosenBy === 'focus' || isAtWork(state, activity) ? 'end' : 'none';
  }
}

/** An agent that asks something is in the midst of its work. Where nobody knows, output is work. */
export function isAtWork(state: SessionState, activity: ActivityState['kind']): boolean {
  switch (activity) {
    case 'working':
    case 'needsInput':
      return true;
    case 'done':
    case 'idle':
    case 'limited':
    case 'failed':
      return false;
    case 'unknown':
      return state === 'active';
  }
}
