import { listActivities } from '../../views/attention/waitingSessions';
import type { CommandHandler } from '../commandCall';
import { openSession } from './openSession';
import { listNextCandidates, planNextSession, type NextCandidate } from './planNextSession';

/**
 * Creates the command that opens the next session that needs the person, then the next one that is
 * done, and then starts again with the first.
 */
export function createNextSession(): CommandHandler<'nextSession'> {
  let last: NextCandidate | undefined;
  return async (deps) => {
    const candidates = listNextCandidates(listActivities(deps));
    const active = deps.terminals.activeSessionId;
    const isActive = last !== undefined && last.sessionId === active;
    const current = isActive ? last : candidates.find(({ sessionId }) => sessionId === active);
    last = planNextSession(candidates, current);
    if (!last) {
      deps.messages.showInfo('No agent needs you, and none has finished since you last looked.');
      return undefined;
    }
    return openSession(deps, { session: last.sessionId });
  };
}
