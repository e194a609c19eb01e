import { EXIT } from '../exitCode';
import { print } from '../output';
import type { Verb } from '../verb';

export const INTERRUPT: Verb = {
  name: 'interrupt',
  usage: 'SESSION',
  summary: 'press the agent’s interrupt key',
  options: {},
  argumentCount: [1, 1],
  async run(context, { positionals: [session = ''] }) {
    await context.terminals.interrupt(session);
    print(context, { session }, '');
    return EXIT.done;
  },
};

export const KILL: Verb = {
  name: 'kill',
  usage: 'SESSION...',
  summary: 'end sessions and the programs in them',
  options: {},
  argumentCount: [1, Infinity],
  async run(context, { positionals }) {
    for (const sessionId of positionals) {
      await context.terminals.close({ sessionId });
    }
    print(context, { sessions: positionals }, '');
    return EXIT.done;
  },
};
