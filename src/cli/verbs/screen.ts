import { EXIT } from '../exitCode';
import { optionsOf, readOptions } from '../operationOptions';
import { print } from '../output';
import type { Verb } from '../verb';

export const SCREEN: Verb = {
  name: 'screen',
  usage: 'SESSION',
  summary: 'print the session’s screen',
  options: {
    ansi: { type: 'boolean', help: 'include colours and the cursor position' },
    ...optionsOf('screen', { scrollback: { value: 'N' } }),
  },
  argumentCount: [1, 1],
  async run(context, input) {
    const [session = ''] = input.positionals;
    const screen = await context.terminals.screen(session, {
      ansi: input.flag('ansi'),
      ...readOptions('screen', ['scrollback'], input),
    });
    print(context, { session, screen }, screen);
    return EXIT.done;
  },
};
