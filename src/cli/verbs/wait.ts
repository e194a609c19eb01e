import type { SessionInfo } from '../../client/sessionInfo';
import { EXIT } from '../exitCode';
import { print } from '../output';
import { readTimeoutMs } from '../readNumber';
import type { Verb } from '../verb';
import { describeState } from './list';

const DEFAULT_TARGETS = 'idle,needsInput';

export const WAIT: Verb = {
  name: 'wait',
  usage: 'SESSION',
  summary: 'wait until the agent is done or needs input; prints which',
  notes: ['If the agent ends, fails or reaches its usage limit, the wait ends with exit code 1.'],
  options: {
    for: {
      type: 'string',
      value: 'LIST',
      help: `what ends the wait: some of working,needsInput,done,idle,limited,failed,exit (default: ${DEFAULT_TARGETS}); idle includes done`,
    },
    timeout: { type: 'string', value: 'SECONDS', help: 'time limit (default: 600)' },
  },
  argumentCount: [1, 1],
  async run(context, input) {
    const [session = ''] = input.positionals;
    const targets = (input.text('for') ?? DEFAULT_TARGETS).split(',');
    const timeoutMs = readTimeoutMs(input);
    const found = await context.terminals.wait(session, { for: targets, timeoutMs });
    print(context, found, describeState(found));
    return isTarget(found, targets) ? EXIT.done : EXIT.failed;
  },
};

function isTarget(session: SessionInfo, targets: readonly string[]): boolean {
  const { kind } = session.activity;
  const hasEnded = !session.running || session.agentExitCode !== null;
  if (hasEnded || kind === 'failed' || kind === 'limited') {
    return targets.includes(hasEnded ? 'exit' : kind);
  }
  return true;
}
