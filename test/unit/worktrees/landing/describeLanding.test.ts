import assert from 'node:assert/strict';
import { describeLanding } from '../../../../src/worktrees/landing/describeLanding';
import { lossesOf } from '../../../support/agents/worktreeTask';
import { landingPlan } from '../../../support/views/fakeLandings';

const facts = {
  plan: landingPlan({ isFastForward: true }),
  losses: undefined,
  isWorking: false,
  way: undefined,
  worktreePath: '/w',
};

describe('the description of a landing', () => {
  it('counts the commits that it does not name', () => {
    const names = Array.from({ length: 10 }, (_, index) => `c${index}`);
    const plan = landingPlan({ commits: { count: 12, names } });
    assert.match(describeLanding({ ...facts, plan }), /^12 .*\nc0, c1, c2, c3, c4 and 7 more$/m);
  });

  it('names what does not land, the agent at work and the newer commits of the upstream', () => {
    const text = describeLanding({
      ...facts,
      plan: landingPlan({ onto: 'e'.repeat(40), ontoName: 'origin/main' }),
      losses: lossesOf({ uncommitted: ['a'], untracked: ['b'] }),
      isWorking: true,
    });
    assert.match(text, /does not land: 2 files\./);
    assert.match(text, /Its agent works/);
    assert.match(text, /main gets the newer commits of its upstream/);
  });

  it('has the message only of a commit that is made', () => {
    const message = `${'x'.repeat(300)}\nAnd more.`;
    const merged = describeLanding({ ...facts, way: 'merge', message });
    assert.match(merged, /It is merged, which needs no commit of its own\.$/);
    const plan = landingPlan();
    for (const [way, made] of [
      ['merge', 'merged by a commit'],
      ['squash', 'squashed into one commit'],
    ] as const) {
      const text = describeLanding({ ...facts, plan, way, message });
      assert.ok(text.includes(`It is ${made}. It runs no hooks and is not signed.\nIts message: `));
      assert.match(text, /"x{200}…", and 1 more line\./);
    }
  });
});
