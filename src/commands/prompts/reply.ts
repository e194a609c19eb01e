import type { ReplyArguments } from '../../config/contributions';
import { toVisibleText } from '../../base/text/visibleText';
import { questionKey } from '../../views/attention/waitingSessions';
import type { CommandServices, CommandSource } from '../commandServices';
import { requireQuestion, requireUnchanged } from './requireQuestion';

/** Answers an agent's question with a text. Fails if the question changes while the person types. */
export async function reply(
  deps: CommandServices,
  args: ReplyArguments,
  source: CommandSource,
): Promise<void> {
  const known = requireQuestion(deps, args, { source, needs: ['question'] });
  const { sessionId, label } = known;
  const activity = deps.status.get(sessionId);
  const question = activity.state.kind === 'needsInput' ? activity.state.question : undefined;
  const title = question === undefined ? `Reply to ${label}` : toVisibleText(question);
  const text = args.text ?? (await deps.pickers.askText(title, ''));
  if (text === undefined) {
    return;
  }
  requireUnchanged(deps, known, questionKey(sessionId, activity));
  await deps.busy('Answering the agent...', () => deps.answers.reply(sessionId, text));
}
