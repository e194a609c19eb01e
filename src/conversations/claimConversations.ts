/**
 * The longest time from an agent's start until it opens a conversation, if no dialog comes first.
 */
const OPENING_MS = 10_000;

/** A session that runs in the directory. Times are in milliseconds since the epoch. */
export interface Claimant {
  /** No later than the start of the agent. */
  readonly startedAt: number;
  /** Whether the session has no conversation yet. */
  readonly isPending: boolean;
  /** The path of its terminal device, if it is known. */
  readonly terminal?: string | undefined;
}

interface Appeared {
  readonly id: string;
  readonly startedAt: number | undefined;
  /** The terminal in which it was opened, if it states one. */
  readonly terminal?: string | undefined;
}

interface Claim<Session extends Claimant> {
  readonly session: Session;
  readonly id: string;
}

/**
 * Assigns conversations that have just appeared in a directory to the sessions that opened them. A
 * conversation whose owner is uncertain is assigned to none: a session without its conversation can
 * ask the person, but a session with the wrong one would continue it.
 */
export function claimConversations<Session extends Claimant>(
  appeared: readonly Appeared[],
  live: readonly Session[],
): readonly Claim<Session>[] {
  const pending = live.filter(({ isPending }) => isPending);
  return claim(appeared, live, new Set(pending));
}

/**
 * Repeats after each assignment: once a session has its conversation, the owner of another may
 * become certain.
 */
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
  const claims = appeared.flatMap((conversation) => {
    const session = soleOwner(conversation, live, pending);
    return session !== undefined && pending.has(session) ? [{ session, id: conversation.id }] : [];
  });
  return claims.filter(
    ({ session }) => claims.filter((one) => one.session === session).length === 1,
  );
}

function soleOwner<Session extends Claimant>(
  { startedAt, terminal }: Appeared,
  all: readonly Session[],
  pending: ReadonlySet<Session>,
): Session | undefined {
  const live = terminal === undefined ? all : all.filter((one) => one.terminal === terminal);
  if (startedAt === undefined) {
    return sole(live);
  }
  const before = live.filter((session) => session.startedAt <= startedAt);
  const opening = before.filter(
    (session) => pending.has(session) && startedAt - session.startedAt <= OPENING_MS,
  );
  // Later than {@link OPENING_MS} any session there may have opened it: after a dialog, or as a
  // second conversation.
  return sole(opening.length > 0 ? opening : before);
}

function sole<Session>([only, ...others]: readonly Session[]): Session | undefined {
  return others.length === 0 ? only : undefined;
}
