import type { AnswerArguments } from '../../config/contributions';
import { answerQuestion, type AnswerQuestionDeps } from './answerQuestion';
import type { CommandServices, CommandSource } from '../commandServices';

export type ApproveDeps = AnswerQuestionDeps & Pick<CommandServices, 'answers'>;

/** Approves an agent's request once. */
export async function approve(
  deps: ApproveDeps,
  args: AnswerArguments,
  source: CommandSource,
): Promise<void> {
  await answerQuestion(deps, { args, source, verb: 'Approved' }, (id) => deps.answers.approve(id));
}
