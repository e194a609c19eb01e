/** How long an agent takes from its start to opening a conversation, at the most where it asks nothing before. */
const OPENING_MS = 10_000;

/** A session that runs in the directory. Times are milliseconds since the epoch. */
export interface Claimant {
  /** Not after the agent's own start. */
  readonly startedAt: number;
  /** It has no conversation yet. */
  readonly isPending: boolean;
}

interface Appeared {
  readonly id: string;
  readonly startedAt: number | undefined;
}

export interface Claim<Session extends Claimant> {
  readonly session: Session;
  readonly id: string;
}

/**
 * Whose each of the conversations is that have just appeared in a directory. One that cannot be told
 * is nobody's: a session without its conversation can ask, one with another's goes on with the wrong one.
 */
export function claimConversations<Session extends Claimant>(
  appeared: readonly Appeared[],
  live: readonly Session[],
): readonly Claim<Session>[] {
  const pending = live.filter(({ isPending }) => isPending);
  return claim(appeared, live, new Set(pending));
}

/** Once a session has got one, what is left may surely be of another that began a moment later. */
function claim<Session extends Claimant>(
  appeared: readonly Appeared[],
  live: readonly Session[],
  pending: ReadonlySet<Session>,
): readonly Claim<Session>[] {
  const certain = claimCertain(appeared, live, pending);
  if (certain.length === 0) {
    return [];
  }
  const left = appeared.filter(({ id }) => certain.every((one) => one.id !== id));
  const waiting = [...pending].filter((one) => certain.every(({ session }) => session !== one));
  return [...certain, ...claim(left, live, new Set(waiting))];
}

function claimCertain<Session extends Claimant>(
  appeared: readonly Appeared[],
  live: readonly Session[],
  pending: ReadonlySet<Session>,
): readonly Claim<Session>[] {
  const claims = appeared.flatMap(({ id, startedAt }) => {
    const session = soleOwner(startedAt, live, pending);
    return session !== undefined && pending.has(session) ? [{ session, id }] : [];
  });
  return claims.filter(
    ({ session }) => claims.filter((one) => one.session === session).length === 1,
  );
}

function soleOwner<Session extends Claimant>(
  startedAt: number | undefined,
  live: readonly Session[],
  pending: ReadonlySet<Session>,
): Session | undefined {
  if (startedAt === undefined) {
    return sole(live);
  }
  const before = live.filter((session) => session.startedAt <= startedAt);
  const opening = before.filter(
    (session) => pending.has(session) && startedAt - session.startedAt <= OPENING_MS,
  );
  // Later, whoever runs there may have opened it: after a dialog, or as a second conversation.
  return sole(opening.length > 0 ? opening : before);
}

function sole<Session>([only, ...others]: readonly Session[]): Session | undefined {
  return others.length === 0 ? only : undefined;
}
