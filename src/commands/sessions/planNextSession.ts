import { bySince, type SessionActivity } from '../../views/attention/waitingSessions';

/** A session that the command may open next. */
export interface NextCandidate {
  readonly sessionId: string;
  /** Sessions that need input precede those that are done. */
  readonly kind: 'needsInput' | 'done';
  /** When it got this activity, in milliseconds since the epoch. */
  readonly since: number;
}

/** The sessions that need input, then those that are done, each the longest waiting first. */
export function listNextCandidates(all: readonly SessionActivity[]): readonly NextCandidate[] {
  const sorted = [...all].sort(bySince);
  return (['needsInput', 'done'] as const).flatMap((kind) =>
    sorted
      .filter(({ activity }) => activity.state.kind === kind)
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
    : other.kind === 'needsInput';
}
