import { SessionError } from '../../base/errors';
import type { AnswerArguments } from '../../config/contributions';
import type { Need } from '../../status/activity';
import { presentActivity } from '../../views/tree/activityPresentation';
import { formatTerminalLabel } from '../../views/terminals/terminalSubject';
import { listWaiting, questionKey } from '../../views/attention/waitingSessions';
import type { CommandServices, CommandSource } from '../commandServices';
import { requireKnownSession, type KnownSession } from '../sessions/knownSessions';

interface AnswerTarget {
  readonly source: CommandSource;
  /** The kinds of questions that the answer fits. */
  readonly needs: readonly Need[];
}

/**
 * The session whose question is to be answered: the named one, or else the one that has waited
 * longest for such an answer.
 * @throws {SessionError} `SESSION_NOT_FOUND`; `ILLEGAL_STATE` if no session has such a question, or
 * the named session's question is not the expected one.
 */
export function requireQuestion(
  deps: CommandServices,
  { session, asked }: AnswerArguments,
  { source, needs }: AnswerTarget,
): KnownSession {
  if (source === 'goneRow') {
    throw new SessionError(
      'ILLEGAL_STATE',
      'The agent does not ask this question any more: the Needs You view lists the open ones.',
    );
  }
  if (session === undefined) {
    return requireKnownSession(deps, requireLongestWaiting(deps, needs));
  }
  const known = requireKnownSession(deps, session);
  if (asked !== undefined) {
    requireUnchanged(deps, known, asked);
  }
  return known;
}

/** @throws {SessionError} `ILLEGAL_STATE` if the session's question is not `asked`, a question key. */
export function requireUnchanged(
  { status }: CommandServices,
  known: KnownSession,
  asked: string | undefined,
): void {
  const activity = status.get(known.sessionId);
  if (questionKey(known.sessionId, activity) !== asked) {
    const now = presentActivity(activity.state)?.words ?? 'no known question';
    throw new SessionError(
      'ILLEGAL_STATE',
      `${formatTerminalLabel(known)} was not answered because it changed in the meantime (now: ${now}). Open it to see its question.`,
    );
  }
}

function requireLongestWaiting(deps: CommandServices, needs: readonly Need[]): string {
  const found = listWaiting(deps).find(({ state }) => needs.includes(state.need));
  if (!found) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `No agent waits for ${needs.includes('permission') ? 'a permission' : 'an answer'} now: the Sessions view shows what each does.`,
    );
  }
  return found.session.id;
}
