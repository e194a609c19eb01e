import assert from 'node:assert/strict';
import { describeLanding } from '../../../../../src/operations/declarations/landing/landingTexts';
import { landingPlan } from '../../../../support/views/fakeLandings';

const PLAN = landingPlan({
  headName: 'agent/fix',
  commits: { count: 4, names: ['1a2b3c4 Fix the login', '2b3c4d5 Add a test'] },
  result: { kind: 'clean', tree: 'c', files: 1 },
  notices: ['main was not fetched.'],
});

describe('the texts of a landing', () => {
  it('tell the person who asks, what is done, and the notices', () => {
    assert.deepEqual(describeLanding(PLAN, 'merge').split('\n'), [
      'A program with a token of this window asks for this.',
      'agent/fix is merged with its 4 commits, which changes 1 file of main.',
      'main was not fetched.',
    ]);
    assert.match(describeLanding(PLAN, 'squash'), /agent\/fix is made one commit of 4 commits/);
  });
});
