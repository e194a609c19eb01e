import { listActivities } from '../../views/attention/waitingSessions';
import type { CommandHandler } from '../registerCommand';
import { openSession } from './openSession';
import { listNextStops, planNextSession, type NextStop } from './planNextSession';

/** Goes to the next session that needs the person, then to those that are done, round and round. */
export function createNextSession(): CommandHandler<'nextSession'> {
  let last: NextStop | undefined;
  return async (deps) => {
    const stops = listNextStops(listActivities(deps));
    const active = deps.terminals.activeSessionId;
    const isThere = last !== undefined && last.sessionId === active;
    const here = isThere ? last : stops.find(({ sessionId }) => sessionId === active);
    last = planNextSession(stops, here);
    if (!last) {
      deps.messages.showInfo('No agent needs you, and none has finished since you last looked.');
      return undefined;
    }
    return openSession(deps, { session: last.sessionId });
  };
}
