import { EXIT } from '../exitCode';
import { print } from '../output';
import { readPrompt } from '../readPrompt';
import type { Verb } from '../verb';

export const PROMPT: Verb = {
  name: 'prompt',
  usage: 'SESSION [PROMPT...]',
  summary: 'send a prompt and check that it was accepted, without waiting for the answer',
  notes: ['Without a prompt, or with "-", the prompt is read from the standard input.'],
  options: {},
  argumentCount: [1, Infinity],
  async run(context, input) {
    const [session = '', ...words] = input.positionals;
    await context.terminals.prompt(session, await readPrompt(context.io, words));
    print(context, { session }, '');
    return EXIT.done;
  },
};
