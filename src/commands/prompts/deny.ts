import type { AnswerArguments } from '../../config/contributions';
import { answerQuestion } from './answerQuestion';
import type { CommandServices, CommandSource } from '../commandServices';

/** Denies an agent's request. */
export async function deny(
  deps: CommandServices,
  args: AnswerArguments,
  source: CommandSource,
): Promise<void> {
  await answerQuestion(deps, { args, source, verb: 'Denied' }, ({ sessionId }) =>
    Promise.resolve(() => deps.answers.deny(sessionId)),
  );
}
