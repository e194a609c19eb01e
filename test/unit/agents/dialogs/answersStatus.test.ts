import assert from 'node:assert/strict';
import { SETTLED_MS, ACCEPT_LIMIT_MS } from '../../../../src/agents/dialogs/answerTyping';
import { AnsweredAgent, replaceRow } from '../../../support/agents/answeredAgent';
import { readRecordedScreen } from '../../../support/agents/recordedScreens';

const PERMISSION = readRecordedScreen('claude-11-permission.txt').screen;
const IDLE = readRecordedScreen('claude-04-idle.txt').screen;

describe('Answers, once the agent took one,', () => {
  let agent: AnsweredAgent;
  beforeEach(() => {
    agent = new AnsweredAgent();
  });

  it('is through once the status has followed the screen, for a prompt may come next, or will not', async () => {
    for (const [laterMs, kind] of [
      [1_500, 'idle'],
      [60_000, 'needsInput'],
    ] as const) {
      agent.show(PERMISSION);
      agent.react = () => {
        agent.status.screens.set('a', IDLE);
        agent.clock.schedule(laterMs, () => agent.show(IDLE));
      };
      await agent.through(agent.answers.approve('a'));
      assert.equal(agent.status.get('a').state.kind, kind);
    }
  });

  it('has answered, though the screen cannot be read while the status follows', async () => {
    agent.show(PERMISSION);
    agent.react = () => {
      agent.status.screens.set('a', IDLE);
      agent.clock.schedule(1_500, () => agent.show(IDLE));
      agent.clock.schedule(500, () => {
        agent.status.explain = () => Promise.reject(new Error('The host does not respond.'));
      });
    };
    await agent.through(agent.answers.approve('a'));
    assert.deepEqual([agent.typed, agent.status.get('a').state.kind], [['1'], 'idle']);
  });

  it('looks at no screen while it waits for the status', async () => {
    agent.show(PERMISSION);
    let looks = 0;
    const explain = agent.status.explain.bind(agent.status);
    agent.react = () => {
      agent.status.screens.set('a', IDLE);
      agent.status.explain = (id) => {
        looks += 1;
        return explain(id);
      };
      agent.clock.schedule(1_500, () => agent.show(IDLE));
    };
    await agent.through(agent.answers.approve('a'));
    assert.equal(looks, 1);
  });

  it('waits until a next question in the same words takes keys, and no longer', async () => {
    agent.show(PERMISSION);
    agent.react = () =>
      agent.status.screens.set('a', replaceRow(PERMISSION, /Write a marker file/, 'Once more'));
    const begin = agent.clock.now();
    await agent.through(agent.answers.approve('a'));
    const tookMs = agent.clock.now() - begin;
    assert.ok(tookMs >= SETTLED_MS && tookMs < ACCEPT_LIMIT_MS, `it took ${tookMs} ms`);
    assert.equal(agent.clock.pendingTimers, 0);
  });
});
