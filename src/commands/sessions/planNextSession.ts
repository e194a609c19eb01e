import { bySince, type SessionActivity } from '../../views/attention/waitingSessions';

/** A session that the person may be led to. */
export interface NextStop {
  readonly sessionId: string;
  /** Whoever waits comes before whoever is done. */
  readonly kind: 'needsInput' | 'done';
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Where to go: who waits, then who is done, each the longest first. */
export function listNextStops(all: readonly SessionActivity[]): readonly NextStop[] {
  const sorted = [...all].sort(bySince);
  return (['needsInput', 'done'] as const).flatMap((kind) =>
    sorted
      .filter(({ activity }) => activity.state.kind === kind)
      .map(({ session, activity }) => ({ sessionId: session.id, kind, since: activity.since })),
  );
}

/**
 * The stop after the one where the person is, which may be none any more: what was done is not, as
 * soon as it is looked at. After the last comes the first.
 */
export function planNextSession(
  stops: readonly NextStop[],
  here: NextStop | undefined,
): NextStop | undefined {
  return stops.find((stop) => here && isAfter(stop, here)) ?? stops[0];
}

function isAfter(stop: NextStop, here: NextStop): boolean {
  return stop.kind === here.kind
    ? stop.since > here.since || (stop.since === here.since && stop.sessionId > here.sessionId)
    : here.kind === 'needsInput';
}
