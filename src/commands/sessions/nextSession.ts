import {
  listActivities,
  bySince,
  type SessionActivity,
} from '../../views/attention/waitingSessions';
import type { CommandServices } from '../commandServices';
import { openSession } from './openSession';
import { isUnrecognised, type Activity } from '../../status/activity';

/**
 * Creates the command that opens the next session that needs the person, then the next one that is
 * done, and then starts again with the first.
 */
export function createNextSession() {
  let last: NextCandidate | undefined;
  return async (deps: CommandServices): Promise<unknown> => {
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

/** In this order. `maybe`: only its screen, which is not recognised, suggests that it needs input. */
const KINDS = ['needsInput', 'maybe', 'done'] as const;

type Kind = (typeof KINDS)[number];

export interface NextCandidate {
  readonly sessionId: string;
  readonly kind: Kind;
  /** When it got this activity, in milliseconds since the epoch. */
  readonly since: number;
}

/** The sessions that need input, then those that are done, each the longest waiting first. */
function listNextCandidates(all: readonly SessionActivity[]): readonly NextCandidate[] {
  const sorted = [...all].sort(bySince);
  return KINDS.flatMap((kind) =>
    sorted
      .filter(({ activity }) => kindOf(activity) === kind)
      .map(({ session, activity }) => ({ sessionId: session.id, kind, since: activity.since })),
  );
}

/**
 * The candidate after `current`, or the first after the last. `current` may be missing in
 * `candidates`: a session is no longer `done` when the person looks at it.
 */
export function planNextSession(
  candidates: readonly NextCandidate[],
  current: NextCandidate | undefined,
): NextCandidate | undefined {
  return candidates.find((one) => current && isAfter(one, current)) ?? candidates[0];
}

function isAfter(one: NextCandidate, other: NextCandidate): boolean {
  return one.kind === other.kind
    ? one.since > other.since || (one.since === other.since && one.sessionId > other.sessionId)
    : KINDS.indexOf(one.kind) > KINDS.indexOf(other.kind);
}

function kindOf(activity: Activity): string {
  return isUnrecognised(activity) ? 'maybe' : activity.state.kind;
}
