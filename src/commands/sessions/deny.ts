import type { AnswerArguments } from '../../config/contributions';
import { answerAsked } from './answerAsked';
import type { CommandDeps, CommandSource } from '../commandDeps';

/** Refuses what an agent asks for. */
export async function deny(
  deps: CommandDeps,
  args: AnswerArguments,
  source: CommandSource,
): Promise<void> {
  await answerAsked(deps, { args, source, verb: 'Denied' }, (id) => deps.answers.deny(id));
}
