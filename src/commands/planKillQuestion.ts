import type { SessionState } from '../pty/sessionService';
import type { SessionChosenBy } from './chooseSession';

export interface KillWish {
  readonly chosenBy: SessionChosenBy;
  /** None where a task remembers a conversation that no session is left of. */
  readonly state: SessionState | undefined;
}

/** What a person is asked before a session is ended: nothing, whether to end it, or whether to forget it. */
export type KillQuestion = 'none' | 'end' | 'forget';

/**
 * Who points at a session knows what is ended, so only one that is at work is asked about. One
 * that is meant because it has the focus is asked about in any case: a stray key must lose no
 * agent. What has exited is lost already.
 */
export function planKillQuestion({ chosenBy, state }: KillWish): KillQuestion {
  switch (state) {
    case undefined:
      return 'forget';
    case 'terminated':
      return 'none';
    case 'active':
      return 'end';
    case 'creating':
    case 'idle':
      return chosenBy === 'pointing' ? 'none' : 'end';
  }
}
