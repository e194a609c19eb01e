import assert from 'node:assert/strict';
import {
  describeLanding,
  formatLandingMessage,
} from '../../../../../src/operations/declarations/landing/landingTexts';
import type { LandingPlan } from '../../../../../src/worktrees/landing/landing';
import { worktreeTask } from '../../../../support/agents/worktreeTask';

const PLAN: LandingPlan = {
  branch: 'refs/heads/main',
  from: 'a',
  onto: 'a',
  head: 'b',
  headName: 'agent/fix',
  commits: { count: 4, names: ['1a2b3c4 Fix the login', '2b3c4d5 Add a test'] },
  place: undefined,
  result: { kind: 'clean', tree: 'c', files: 1 },
  isFastForward: true,
  isSigned: false,
  notices: ['main was not fetched.'],
};

describe('the texts of a landing', () => {
  it('tell the person who asks, what is done, and the notices', () => {
    assert.deepEqual(describeLanding(PLAN, 'merge').split('\n'), [
      'A program with a token of this window asks for this.',
      'agent/fix is merged with its 4 commits, which changes 1 file of main.',
      'main was not fetched.',
    ]);
    assert.match(describeLanding(PLAN, 'squash'), /agent\/fix is made one commit of 4 commits/);
  });

  it('are a message with the branches, or with the name of the task and its commits', () => {
    const task = { ...worktreeTask('t1'), name: 'Fix login' };
    assert.equal(formatLandingMessage(task, PLAN, 'merge'), "Merge branch 'agent/fix' into main");
    assert.equal(
      formatLandingMessage(task, PLAN, 'squash'),
      'Fix login\n\nFix the login\nAdd a test\nand 2 more',
    );
  });
});
