import type { AnswerArguments } from '../../config/contributions';
import { presentActivity } from '../../views/tree/activityPresentation';
import { toMessageText } from '../../views/dialogs/messageText';
import { formatTerminalLabel } from '../../views/terminals/terminalSubject';
import type { CommandServices, CommandSource } from '../commandServices';
import type { KnownSession } from '../sessions/knownSessions';
import { requireQuestion } from './requireQuestion';

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
export async function answerQuestion(
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
