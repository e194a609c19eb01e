import type { AnswerArguments } from '../../config/contributions';
import { answerAsked, type AnswerAskedDeps } from './answerAsked';
import type { CommandServices, CommandSource } from '../commandServices';

export type DenyDeps = AnswerAskedDeps & Pick<CommandServices, 'answers'>;

/** Refuses what an agent asks for. */
export async function deny(
  deps: DenyDeps,
  args: AnswerArguments,
  source: CommandSource,
): Promise<void> {
  await answerAsked(deps, { args, source, verb: 'Denied' }, (id) => deps.answers.deny(id));
}
