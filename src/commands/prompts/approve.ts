import { SessionError } from '../../base/errors';
import type { AnswerArguments } from '../../config/contributions';
import { requestOf } from '../../status/activity';
import { formatRequest, formatRefusal } from '../../views/dialogs/formatRequest';
import { fitsDialog } from '../../views/dialogs/shownValues';
import { formatTerminalLabel } from '../../views/terminals/terminalSubject';
import type { KnownSession } from '../sessions/knownSessions';
import { answerQuestion } from './answerQuestion';
import type { CommandServices, CommandSource } from '../commandServices';

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
