import * as z from 'zod';
import type { LastAnswer } from '../../driver/lastAnswers';
import { LAST_ANSWER_CHARS } from '../limits';

/** An agent's last answer in responses. */
export const LAST_ANSWER_VIEW = z.object({
  text: z.string().describe('The last message of text that the agent has finished.'),
  source: z
    .enum(['transcript', 'screen'])
    .describe('transcript: as the agent wrote it; screen: as shown, with wrapped rows joined.'),
  notice: z
    .string()
    .nullable()
    .describe(
      'Sentences for the person if the text may not be the whole answer, or its end is left out, else null.',
    ),
});

export type LastAnswerView = z.infer<typeof LAST_ANSWER_VIEW>;

/** Leaves out what exceeds the limit. */
export function describeLastAnswer({ text, source, notice }: LastAnswer): LastAnswerView {
  if (text.length <= LAST_ANSWER_CHARS) {
    return { text, source, notice: notice ?? null };
  }
  // Not in the middle of a code point.
  const shown = text.slice(0, LAST_ANSWER_CHARS).replace(/[\ud800-\udbff]$/, '');
  const cut = `The answer has ${text.length} characters, and only the first ${shown.length} are here: Agents: Copy Last Answer copies all.`;
  return { text: shown, source, notice: notice === undefined ? cut : `${notice} ${cut}` };
}
