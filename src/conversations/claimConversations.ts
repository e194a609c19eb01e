/** How long an agent takes from its start to opening a conversation, at the most where it asks nothing before. */
const OPENING_MS = 10_000;

/** A session that runs in the directory. Times are milliseconds since the epoch. */
export interface Claimant {
  /** Not after the agent's own start. */
  readonly startedAt: number;
  /** It has no conversation yet. */
  readonly isPending: boolean;
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
  appeared: readonly { readonly id: string; readonly startedAt: number | undefined }[],
  live: readonly Session[],
): readonly Claim<Session>[] {
  const claims = appeared.flatMap(({ id, startedAt }) => {
    const session = soleOwner(startedAt, live);
    return session === undefined ? [] : [{ session, id }];
  });
  return claims.filter(
    ({ session }) => claims.filter((claim) => claim.session === session).length === 1,
  );
}

function soleOwner<Session extends Claimant>(
  startedAt: number | undefined,
  live: readonly Session[],
): Session | undefined {
  if (startedAt === undefined) {
    return sole(live);
  }
  const before = live.filter((session) => session.startedAt <= startedAt);
  const opening = before.filter(
    (session) => session.isPending && startedAt - session.startedAt <= OPENING_MS,
  );
  // Later, whoever runs there may have opened it: after a dialog, or as a second conversation.
  return sole(opening.length > 0 ? opening : before);
}

function sole<Session extends Claimant>(sessions: readonly Session[]): Session | undefined {
  const [only, ...others] = sessions;
  return only?.isPending && others.length === 0 ? only : undefined;
}
