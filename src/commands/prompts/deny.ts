import type { AnswerArguments } from '../../config/contributions';
import { answerQuestion, type AnswerQuestionDeps } from './answerQuestion';
import type { CommandServices, CommandSource } from '../commandServices';

export type DenyDeps = AnswerQuestionDeps & Pick<CommandServices, 'answers'>;

/** Denies an agent's request. */
export async function deny(
  deps: DenyDeps,
  args: AnswerArguments,
  source: CommandSource,
): Promise<void> {
  await answerQuestion(deps, { args, source, verb: 'Denied' }, ({ sessionId }) =>
    Promise.resolve(() => deps.answers.deny(sessionId)),
  );
}
