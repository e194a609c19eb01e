import { EXIT } from '../exitCode';
import { print } from '../output';
import { readNumber } from '../readNumber';
import type { Verb } from '../verb';

export const SCREEN: Verb = {
  name: 'screen',
  usage: 'SESSION',
  summary: 'print the session’s screen',
  options: {
    ansi: { type: 'boolean', help: 'include colours and the cursor position' },
    scrollback: { type: 'string', value: 'N', help: 'include this many rows above the screen' },
  },
  argumentCount: [1, 1],
  async run(context, input) {
    const [session = ''] = input.positionals;
    const screen = await context.terminals.screen(session, {
      ansi: input.flag('ansi'),
      scrollback: readNumber(input, 'scrollback'),
    });
    print(context, { session, screen }, screen);
    return EXIT.done;
  },
};
