import { lastCodeBlock } from '../../base/text/lastCodeBlock';
import { ClientError } from '../../client/clientError';
import { EXIT } from '../exitCode';
import { print, toPrintable } from '../output';
import type { Verb } from '../verb';

export const LAST_ANSWER: Verb = {
  name: 'last-answer',
  usage: 'SESSION',
  summary: 'print the last message that the agent has written',
  options: {
    code: { type: 'boolean', help: 'print only the last code block of it' },
  },
  argumentCount: [1, 1],
  async run(context, input) {
    const [session = ''] = input.positionals;
    const answer = await context.terminals.lastAnswer(session);
    const text = input.flag('code') ? lastCodeBlock(answer.text) : answer.text;
    if (text === undefined) {
      throw new ClientError('ILLEGAL_STATE', `The last answer of ${session} has no code block.`);
    }
    if (!context.isJson && answer.notice !== null) {
      context.io.printNotices([answer.notice]);
    }
    print(context, { session, ...answer, text }, toPrintable(context.io.stdout, text));
    return EXIT.done;
  },
};
