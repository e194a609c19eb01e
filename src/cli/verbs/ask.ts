import { ClientError } from '../../client/clientError';
import type { AskOptions } from '../../client/clientOptions';
import { EXIT } from '../exitCode';
import { toPrintable, print } from '../output';
import { readTimeoutMs } from '../readNumber';
import { readPrompt } from '../readPrompt';
import type { Verb, VerbContext } from '../verb';

export const ASK: Verb = {
  name: 'ask',
  usage: 'SESSION [PROMPT...]',
  summary: 'send a prompt, wait for the answer and print it',
  notes: [
    'Without a prompt, or with "-", the prompt is read from the standard input. Ctrl-C interrupts the agent.',
  ],
  options: {
    timeout: { type: 'string', value: 'SECONDS', help: 'time limit for the answer (default: 600)' },
    stream: {
      type: 'boolean',
      help: 'print the answer so far and what was added, each time it grows, as one line of JSON',
    },
  },
  argumentCount: [1, Infinity],
  async run(context, input) {
    const [session = '', ...words] = input.positionals;
    const options: AskOptions = { timeoutMs: readTimeoutMs(input) };
    const prompt = await readPrompt(context.io, words);
    if (input.flag('stream')) {
      await stream({ ...context, isJson: true }, session, prompt, options);
      return EXIT.done;
    }
    try {
      const answer = await context.terminals.ask(session, prompt, options);
      print(context, answer, toPrintable(context.io.stdout, answer.response));
    } catch (error) {
      printPartialAnswer(context, error);
      throw error;
    }
    return EXIT.done;
  },
};

async function stream(
  context: VerbContext,
  session: string,
  prompt: string,
  options: AskOptions,
): Promise<void> {
  const answering = context.terminals.askStream(session, prompt, options);
  let text = '';
  let next = await answering.next();
  while (!next.done) {
    text += next.value;
    print(context, { event: 'delta', text, added: next.value }, '');
    next = await answering.next();
  }
  print(context, { event: 'done', ...next.value }, '');
}

/** Prints the part of an answer that was received before a failure; the error follows. */
function printPartialAnswer(context: VerbContext, error: unknown): void {
  if (!context.isJson && error instanceof ClientError && error.response) {
    print(context, undefined, toPrintable(context.io.stdout, error.response));
  }
}
