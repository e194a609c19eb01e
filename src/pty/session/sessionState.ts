import { SessionError } from '../../base/errors';
import type { SessionState } from '../sessionService';

/** Where a session may go from each state; nothing comes back from `terminated`. */
const LEGAL_MOVES = {
  creating: ['active', 'terminated'],
  active: ['idle', 'terminated'],
  idle: ['active', 'terminated'],
  terminated: [],
} as const satisfies Record<SessionState, readonly SessionState[]>;

/**
 * The state after a move from `from` to `to`.
 * @throws {SessionError} `ILLEGAL_STATE` for a move that a session cannot make.
 */
export function moveTo(from: SessionState, to: SessionState): SessionState {
  const legal: readonly SessionState[] = LEGAL_MOVES[from];
  if (!legal.includes(to)) {
    throw new SessionError('ILLEGAL_STATE', `A session that is ${from} cannot become ${to}.`);
  }
  return to;
}
