import { EXIT } from '../exitCode';
import { print } from '../output';
import { readNumber } from '../readNumber';
import type { Verb } from '../verb';

export const FORK: Verb = {
  name: 'fork',
  usage: 'SESSION',
  summary: 'start a session with the same screen and conversation; prints its id',
  options: {
    count: { type: 'string', value: 'N', help: 'the number of forks (default: 1)' },
    worktree: {
      type: 'boolean',
      help: 'create each fork in a git worktree, with the uncommitted changes',
    },
  },
  words: [1, 1],
  async run(context, input) {
    const [session = ''] = input.positionals;
    const sessions = await context.terminals.fork(session, {
      count: readNumber(input, 'count'),
      worktree: input.flag('worktree') || undefined,
    });
    print(context, { sessions }, sessions.map(({ id }) => id).join('\n'));
    return EXIT.done;
  },
};
