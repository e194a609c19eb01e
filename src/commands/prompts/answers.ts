import { SessionError } from '../../base/errors';
import type { AnswerArguments, CommandArguments } from '../commandArguments';
import { requestOf, type Need } from '../../status/activity';
import {
  formatRequest,
  formatRefusal,
  fitsDialog,
  toMessageText,
} from '../../views/dialogs/shownText';
import { formatTerminalLabel } from '../../views/terminals/terminalSubject';
import { type KnownSession, requireKnownSession } from '../sessions/knownSessions';
import type { CommandServices, CommandSource } from '../commandServices';
import { toVisibleText } from '../../base/text/visibleText';
import { questionKey, listWaiting } from '../../views/attention/waitingSessions';
import { presentActivity } from '../../views/tree/activityPresentation';

/**
 * Approves an agent's request once, exactly as it was shown. A row that the person clicks shows the
 * whole request in its hover; in all other cases a modal message shows it first.
 */
export async function approve(
  deps: CommandServices,
  args: AnswerArguments,
  source: CommandSource,
): Promise<void> {
  const isRow = source === 'person' && args.asked !== undefined;
  await answerQuestion(deps, { args, source, verb: 'Approved' }, async (known) => {
    const request = requireRequest(deps, known);
    const isApproved = isRow || (await confirm(deps, known, request));
    return isApproved ? () => deps.answers.approve(known.sessionId, request) : undefined;
  });
}

/** @throws {SessionError} `ILLEGAL_STATE` if the screen does not show the whole request. */
function requireRequest({ status }: CommandServices, known: KnownSession): string {
  const request = requestOf(status.get(known.sessionId).state);
  if (request.kind === 'partial') {
    throw new SessionError(
      'ILLEGAL_STATE',
      `${formatTerminalLabel(known)}: ${formatRefusal(request.why)}`,
    );
  }
  return request.text;
}

/** @throws {SessionError} `ILLEGAL_STATE` if a dialog could not show all of the request. */
async function confirm(
  { questions }: CommandServices,
  known: KnownSession,
  request: string,
): Promise<boolean> {
  const detail = formatRequest(request).join('\n');
  if (!fitsDialog(detail)) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `The request of ${formatTerminalLabel(known)} is too long for a dialog: approve it in the view Needs You, where the hover of its row shows all of it, or in its terminal.`,
    );
  }
  const answer = await questions.ask({
    message: `Approve this request of ${formatTerminalLabel(known)}?`,
    detail,
    answers: ['Approve'],
  });
  return answer === 'Approve';
}

export async function deny(
  deps: CommandServices,
  args: AnswerArguments,
  source: CommandSource,
): Promise<void> {
  await answerQuestion(deps, { args, source, verb: 'Denied' }, ({ sessionId }) =>
    Promise.resolve(() => deps.answers.deny(sessionId)),
  );
}

/** Answers an agent's question with a text. Fails if the question changes while the person types. */
export async function reply(
  deps: CommandServices,
  args: CommandArguments['reply'],
  source: CommandSource,
): Promise<void> {
  const known = requireQuestion(deps, args, { source, needs: ['question'] });
  const { sessionId, label } = known;
  const activity = deps.status.get(sessionId);
  const question = activity.state.kind === 'needsInput' ? activity.state.question : undefined;
  const title = question === undefined ? `Reply to ${label}` : toVisibleText(question);
  const text = args.text ?? (await deps.pickers.askText(title, ''));
  if (text === undefined) {
    return;
  }
  requireUnchanged(deps, known, questionKey(sessionId, activity));
  await deps.busy('Answering the agent...', () => deps.answers.reply(sessionId, text));
}

interface AnswerCall {
  readonly args: AnswerArguments;
  readonly source: CommandSource;
  /** The past tense of the answer, such as "approved"; part of the message. */
  readonly verb: string;
}

/**
 * Approves or denies a question. If the caller named no session, a message shows which question was
 * answered.
 * @param prepare returns the answer; undefined if the person dismisses it.
 */
async function answerQuestion(
  deps: CommandServices,
  { args, source, verb }: AnswerCall,
  prepare: (known: KnownSession) => Promise<(() => Promise<void>) | undefined>,
): Promise<void> {
  const known = requireQuestion(deps, args, { source, needs: ['permission', 'trust'] });
  const { state } = deps.status.get(known.sessionId);
  const answer = await prepare(known);
  if (!answer) {
    return;
  }
  await deps.busy('Answering the agent...', answer);
  if (args.session === undefined) {
    const words = presentActivity(state)?.words ?? '';
    deps.messages.showInfo(toMessageText(`${verb}: ${formatTerminalLabel(known)}, ${words}`));
  }
}

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
function requireQuestion(
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
function requireUnchanged(
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
