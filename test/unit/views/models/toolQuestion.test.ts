import assert from 'node:assert/strict';
import { planToolQuestion } from '../../../../src/views/models/toolQuestion';

const LOOKING = { progress: 'Reading the agents of this window', confirmation: undefined };

describe('the question before a model’s tool', () => {
  const labelOf = (id: string): string | undefined => (id === 'x' ? 'The helper' : undefined);

  for (const [name, input, expected] of [
    ['list_agents', {}, LOOKING],
    [
      'start_agent',
      { provider: 'fake' },
      {
        progress: 'Starting fake',
        confirmation: {
          title: 'Start an Agent',
          message: 'Start fake in a terminal of its own?',
          quoted: undefined,
        },
      },
    ],
    [
      'start_agent',
      { provider: 'fake', task: 'Fix it', cwd: '/place', prompt: 'go' },
      {
        progress: 'Starting fake',
        confirmation: {
          title: 'Start an Agent',
          message:
            'Start fake in task "Fix it" in /place in a terminal of its own with this prompt?',
          quoted: 'go',
        },
      },
    ],
    [
      'ask_agent',
      { session: 'x', prompt: 'how?' },
      {
        progress: 'Waiting for the answer of The helper',
        confirmation: {
          title: 'Ask an Agent',
          message: 'Send this prompt to The helper, and wait for its answer?',
          quoted: 'how?',
        },
      },
    ],
    [
      'ask_agent',
      { session: 'y', prompt: 'how?' },
      {
        progress: 'Waiting for the answer of y',
        confirmation: {
          title: 'Ask an Agent',
          message: 'Send this prompt to y, and wait for its answer?',
          quoted: 'how?',
        },
      },
    ],
    ['ask_agent', { session: 'x' }, LOOKING],
    ['start_agent', undefined, LOOKING],
  ] as const) {
    it(`is planned for ${name} with ${JSON.stringify(input)}`, () => {
      assert.deepEqual(planToolQuestion(name, input, labelOf), expected);
    });
  }
});
