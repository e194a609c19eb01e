import assert from 'node:assert/strict';
import { buildLandingMessage, joinMessage } from '../../../../src/worktrees/landing/landingMessage';
import { landingPlan } from '../../../support/views/fakeLandings';

describe('the message of a landing', () => {
  it('names the branches of a merge', () => {
    const message = buildLandingMessage('Greet', landingPlan(), 'merge');
    assert.equal(joinMessage(message), "Merge branch 'agent/t1' into main");
  });

  it('is that of the only commit, or the name of the task with its commits in their order', () => {
    const one = landingPlan({ commits: { count: 1, names: ['1111111 First'] } });
    assert.equal(joinMessage(buildLandingMessage('Greet', one, 'squash')), 'First');
    const many = landingPlan({ commits: { count: 9, names: ['2222222 Second', '1111111 First'] } });
    assert.equal(
      joinMessage(buildLandingMessage('Greet', many, 'squash')),
      'Greet\n\n* First\n* Second\n* and 7 more',
    );
  });
});
