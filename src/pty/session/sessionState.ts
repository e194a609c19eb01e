import { SessionError } from '../../base/errors';
import type { SessionState } from '../sessionService';

/** The states that may follow each state. `terminated` is final. */
const LEGAL_MOVES = {
  creating: ['active', 'terminated'],
  active: ['idle', 'terminated'],
  idle: ['active', 'terminated'],
  terminated: [],
} as const satisfies Record<SessionState, readonly SessionState[]>;

/**
 * Returns `to`, the state after a move from `from`.
 * @throws {SessionError} `ILLEGAL_STATE` if `to` may not follow `from`.
 */
export function moveTo(from: SessionState, to: SessionState): SessionState {
  const legal: readonly SessionState[] = LEGAL_MOVES[from];
  if (!legal.includes(to)) {
    throw new SessionError('ILLEGAL_STATE', `A session that is ${from} cannot become ${to}.`);
  }
  return to;
}
