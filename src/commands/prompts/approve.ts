import type { AnswerArguments } from '../../config/contributions';
import { answerAsked, type AnswerAskedDeps } from './answerAsked';
import type { CommandServices, CommandSource } from '../commandServices';

export type ApproveDeps = AnswerAskedDeps & Pick<CommandServices, 'answers'>;

/** Allows what an agent asks for, this once. */
export async function approve(
  deps: ApproveDeps,
  args: AnswerArguments,
  source: CommandSource,
): Promise<void> {
  await answerAsked(deps, { args, source, verb: 'Approved' }, (id) => deps.answers.approve(id));
}
