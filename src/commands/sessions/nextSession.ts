import type { CommandServices } from '../commandServices';
import { listActivities } from '../../views/attention/waitingSessions';
import type { CommandHandler } from '../registerCommand';
import { openSession, type OpenSessionDeps } from './openSession';
import { listNextStops, planNextSession, type NextStop } from './planNextSession';

export type NextSessionDeps = OpenSessionDeps &
  Pick<CommandServices, 'messages' | 'sessions' | 'status' | 'tasks' | 'terminals'>;

/** Goes to the next session that needs the person, then to those that are done, round and round. */
export function createNextSession(): CommandHandler<'nextSession', NextSessionDeps> {
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
