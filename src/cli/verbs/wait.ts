import type { SessionInfo } from '../../client/sessionInfo';
import { EXIT } from '../exitCode';
import { say } from '../output';
import { readTimeoutMs } from '../readNumber';
import type { Verb } from '../verb';
import { describeState } from './list';

const WAITED_FOR = 'idle,needsInput';

export const WAIT: Verb = {
  name: 'wait',
  usage: 'SESSION',
  summary: 'wait until the agent is done or needs you; prints which',
  notes: ['If the agent ends, fails or reaches its usage limit, the wait ends with exit code 1.'],
  options: {
    for: {
      type: 'string',
      value: 'LIST',
      help: `what ends the wait: some of working,needsInput,done,idle,limited,failed,exit (default: ${WAITED_FOR}); idle includes done`,
    },
    timeout: { type: 'string', value: 'SECONDS', help: 'time limit (default: 600)' },
  },
  words: [1, 1],
  async run(context, input) {
    const [session = ''] = input.positionals;
    const wanted = (input.text('for') ?? WAITED_FOR).split(',');
    const timeoutMs = readTimeoutMs(input);
    const found = await context.terminals.wait(session, { for: wanted, timeoutMs });
    say(context, found, describeState(found));
    return isWanted(found, wanted) ? EXIT.done : EXIT.failed;
  },
};

function isWanted(session: SessionInfo, wanted: readonly string[]): boolean {
  const { kind } = session.activity;
  const hasEnded = !session.running || session.agentExitCode !== null;
  if (hasEnded || kind === 'failed' || kind === 'limited') {
    return wanted.includes(hasEnded ? 'exit' : kind);
  }
  return true;
}
