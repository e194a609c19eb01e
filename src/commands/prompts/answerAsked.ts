import type { AnswerArguments } from '../../config/contributions';
import { presentActivity } from '../../views/tree/activityPresentation';
import { toMessageText } from '../../views/dialogs/messageText';
import { formatTerminalLabel } from '../../views/terminals/terminalSubject';
import type { CommandServices, CommandSource } from '../commandServices';
import { requireAsked, type RequireAskedDeps } from './requireAsked';

export type AnswerAskedDeps = RequireAskedDeps &
  Pick<CommandServices, 'busy' | 'messages' | 'status'>;

export interface AnswerCall {
  readonly args: AnswerArguments;
  readonly source: CommandSource;
  /** What was done, in the past tense. */
  readonly verb: string;
}

/** Answers a question by yes or no. Which one it was is told where the caller did not name it. */
export async function answerAsked(
  deps: AnswerAskedDeps,
  { args, source, verb }: AnswerCall,
  answer: (sessionId: string) => Promise<void>,
): Promise<void> {
  const known = requireAsked(deps, args, { source, needs: ['permission', 'trust'] });
  const { state } = deps.status.get(known.sessionId);
  await deps.busy('Answering the agent...', () => answer(known.sessionId));
  if (args.session === undefined) {
    const words = presentActivity(state)?.words ?? '';
    deps.messages.showInfo(toMessageText(`${verb}: ${formatTerminalLabel(known)}, ${words}`));
  }
}
