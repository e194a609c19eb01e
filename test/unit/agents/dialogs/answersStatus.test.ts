import assert from 'node:assert/strict';
import { SETTLED_MS, READ_LIMIT_MS } from '../../../../src/agents/dialogs/answerTyping';
import { AnsweredAgent, replaceRow } from '../../../support/agents/answeredAgent';
import { readRecordedScreen } from '../../../support/status/recordedScreens';

const PERMISSION = readRecordedScreen('claude-11-permission.txt').screen;
const IDLE = readRecordedScreen('claude-04-idle.txt').screen;

describe('Answers after the agent accepts one', () => {
  let agent: AnsweredAgent;
  beforeEach(() => {
    agent = new AnsweredAgent();
  });

  it('resolve when the status follows the screen, or after a time limit', async () => {
    for (const [laterMs, kind] of [
      [1_500, 'idle'],
      [60_000, 'needsInput'],
    ] as const) {
      agent.show(PERMISSION);
      agent.react = () => {
        agent.status.screens.set('a', IDLE);
        agent.clock.schedule(laterMs, () => agent.show(IDLE));
      };
      await agent.through(agent.approve());
      assert.equal(agent.status.get('a').state.kind, kind);
    }
  });

  it('resolve although the screen cannot be read while they wait for the status', async () => {
    agent.show(PERMISSION);
    agent.react = () => {
      agent.status.screens.set('a', IDLE);
      agent.clock.schedule(1_500, () => agent.show(IDLE));
      agent.clock.schedule(500, () => {
        agent.status.explain = () => Promise.reject(new Error('The host does not respond.'));
      });
    };
    await agent.through(agent.approve());
    assert.deepEqual([agent.typed, agent.status.get('a').state.kind], [['1'], 'idle']);
  });

  it('read the screen once, and not while they wait for the status', async () => {
    agent.show(PERMISSION);
    let reads = 0;
    const explain = agent.status.explain.bind(agent.status);
    agent.react = () => {
      agent.status.screens.set('a', IDLE);
      agent.status.explain = (id) => {
        reads += 1;
        return explain(id);
      };
      agent.clock.schedule(1_500, () => agent.show(IDLE));
    };
    await agent.through(agent.approve());
    assert.equal(reads, 1);
  });

  it('wait until a next question with the same text accepts keys, and no longer', async () => {
    agent.show(PERMISSION);
    agent.react = () =>
      agent.status.screens.set('a', replaceRow(PERMISSION, /Write a marker file/, 'Once more'));
    const begin = agent.clock.now();
    await agent.through(agent.approve());
    const tookMs = agent.clock.now() - begin;
    assert.ok(tookMs >= SETTLED_MS && tookMs < READ_LIMIT_MS, `it took ${tookMs} ms`);
    assert.equal(agent.clock.pendingTimers, 0);
  });
});
