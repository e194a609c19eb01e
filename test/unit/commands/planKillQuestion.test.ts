import assert from 'node:assert/strict';
import { planKillQuestion, type KillWish } from '../../../src/commands/planKillQuestion';

describe('planKillQuestion', () => {
  const CASES: readonly (readonly [KillWish['chosenBy'], KillWish['state'], string])[] = [
    ['pointing', 'active', 'end'],
    ['pointing', 'idle', 'none'],
    ['pointing', 'creating', 'none'],
    ['pointing', 'terminated', 'none'],
    ['pointing', undefined, 'forget'],
    ['focus', 'active', 'end'],
    ['focus', 'idle', 'end'],
    ['focus', 'creating', 'end'],
    ['focus', 'terminated', 'none'],
    ['focus', undefined, 'forget'],
  ];
  for (const [chosenBy, state, question] of CASES) {
    it(`asks ${question} about ${state ?? 'what is only remembered'}, chosen by ${chosenBy}`, () =>
      assert.equal(planKillQuestion({ chosenBy, state }), question));
  }
});
