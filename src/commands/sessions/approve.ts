import type { AnswerArguments } from '../../config/contributions';
import { answerAsked } from './answerAsked';
import type { CommandDeps, CommandSource } from '../commandDeps';

/** Allows what an agent asks for, this once. */
export async function approve(
  deps: CommandDeps,
  args: AnswerArguments,
  source: CommandSource,
): Promise<void> {
  await answerAsked(deps, { args, source, verb: 'Approved' }, (id) => deps.answers.approve(id));
}
