import type { SessionState } from '../../pty/sessionService';
import type { ActivityState } from '../../status/activity';
import type { SessionChosenBy } from './chooseSession';

export interface KillRequest {
  readonly chosenBy: SessionChosenBy;
  /** Undefined for a conversation that is stored in a task and has no session. */
  readonly state: SessionState | undefined;
  /** The activity of its agent. */
  readonly activity: ActivityState['kind'];
}

/** What the person is told before a session is ended. */
export const PROGRAMS_END = 'Its programs end, even in the middle of their work.';

/** The question before a session is ended: none, whether to end it, or whether to remove it. */
export type KillQuestion = 'none' | 'end' | 'forget';

/**
 * An explicitly chosen session is ended without a question unless it is working. A session that was
 * chosen by focus always needs a question, so that an accidental key press ends no agent. A
 * session that has exited needs none.
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

/** An agent with a question is working. If the activity is unknown, output counts as work. */
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
