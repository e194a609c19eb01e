import assert from 'node:assert/strict';
import {
  planKillQuestion,
  type KillRequest,
} from '../../../../src/commands/sessions/planKillQuestion';

describe('planKillQuestion', () => {
  type Case = readonly [
    KillRequest['chosenBy'],
    KillRequest['state'],
    KillRequest['activity'],
    string,
  ];
  const CASES: readonly Case[] = [
    ['pointing', 'active', 'unknown', 'end'],
    ['pointing', 'idle', 'unknown', 'none'],
    ['pointing', 'creating', 'unknown', 'none'],
    ['pointing', 'terminated', 'unknown', 'none'],
    ['pointing', undefined, 'unknown', 'forget'],
    ['pointing', 'idle', 'working', 'end'],
    ['pointing', 'idle', 'needsInput', 'end'],
    ['pointing', 'active', 'idle', 'none'],
    ['pointing', 'active', 'done', 'none'],
    ['pointing', 'active', 'limited', 'none'],
    ['pointing', 'active', 'failed', 'none'],
    ['pointing', 'terminated', 'working', 'none'],
    ['focus', 'active', 'unknown', 'end'],
    ['focus', 'active', 'idle', 'end'],
    ['focus', 'idle', 'unknown', 'end'],
    ['focus', 'creating', 'unknown', 'end'],
    ['focus', 'terminated', 'unknown', 'none'],
    ['focus', undefined, 'unknown', 'forget'],
  ];
  for (const [chosenBy, state, activity, question] of CASES) {
    const what = `${state ?? 'what is only remembered'} whose agent is ${activity}`;
    it(`asks ${question} about ${what}, chosen by ${chosenBy}`, () =>
      assert.equal(planKillQuestion({ chosenBy, state, activity }), question));
  }
});
