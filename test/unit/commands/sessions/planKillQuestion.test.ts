import assert from 'node:assert/strict';
import { planKillQuestion, type KillRequest } from '../../../../src/commands/sessions/killSession';

describe('planKillQuestion', () => {
  type Case = readonly [
    KillRequest['chosenBy'],
    KillRequest['state'],
    KillRequest['activity'],
    string,
  ];
  const CASES: readonly Case[] = [
    ['explicit', 'active', 'unknown', 'end'],
    ['explicit', 'idle', 'unknown', 'none'],
    ['explicit', 'creating', 'unknown', 'none'],
    ['explicit', 'terminated', 'unknown', 'none'],
    ['explicit', undefined, 'unknown', 'forget'],
    ['explicit', 'idle', 'working', 'end'],
    ['explicit', 'idle', 'needsInput', 'end'],
    ['explicit', 'active', 'idle', 'none'],
    ['explicit', 'active', 'done', 'none'],
    ['explicit', 'active', 'limited', 'none'],
    ['explicit', 'active', 'failed', 'none'],
    ['explicit', 'terminated', 'working', 'none'],
    ['focus', 'active', 'unknown', 'end'],
    ['focus', 'active', 'idle', 'end'],
    ['focus', 'idle', 'unknown', 'end'],
    ['focus', 'creating', 'unknown', 'end'],
    ['focus', 'terminated', 'unknown', 'none'],
    ['focus', undefined, 'unknown', 'forget'],
  ];
  for (const [chosenBy, state, activity, question] of CASES) {
    const what = `session that is ${state ?? 'only stored'}, with activity ${activity}`;
    it(`returns ${question} for a ${what}, chosen by ${chosenBy}`, () =>
      assert.equal(planKillQuestion({ chosenBy, state, activity }), question));
  }
});
