import assert from 'node:assert/strict';
import { planNotification, type NotificationFacts } from '../../../src/views/planNotification';
import { activity, asks } from '../../support/fakeStatus';

const ASKED = activity(asks('Run it?'), { since: 1000 });

/** An agent asks for a permission, the window has not the focus, and the person knows nothing of it. */
const FACTS: NotificationFacts = {
  setting: 'whenUnfocused',
  isWindowFocused: false,
  isInView: false,
  activity: ASKED,
  told: undefined,
  isStillShown: false,
};

describe('planNotification', () => {
  type Case = readonly [name: string, facts: Partial<NotificationFacts>, tells: boolean];
  const DONE = activity({ kind: 'done' }, { since: 1000 });
  const CASES: readonly Case[] = [
    ['a question', {}, true],
    ['a question of which nothing shows the words', { activity: activity(asks(undefined)) }, true],
    ['a session that is in view of nobody', { isInView: true }, true],
    ['what is done', { activity: DONE }, true],
    ['what works', { activity: activity({ kind: 'working' }) }, false],
    ['what is idle', { activity: activity({ kind: 'idle' }) }, false],
    ['what has failed', { activity: activity({ kind: 'failed' }) }, false],
    ['a limit', { activity: activity({ kind: 'limited', resets: undefined }) }, false],
    ['what nobody knows', { activity: activity({ kind: 'unknown' }) }, false],

    ['a question, never', { setting: 'never' }, false],
    ['a question in a window with the focus', { isWindowFocused: true }, false],
    ['a question out of view, always', { setting: 'always', isWindowFocused: true }, true],
    [
      'a question in view, always',
      { setting: 'always', isWindowFocused: true, isInView: true },
      false,
    ],
    [
      'a question in a window without the focus, always',
      { setting: 'always', isInView: true },
      true,
    ],

    ['the same question again', { told: ASKED }, false],
    [
      'the same question that was gone for a moment',
      { told: activity(asks('Run it?'), { since: 1 }) },
      false,
    ],
    [
      'the same question for another act, later',
      { activity: activity(asks('Run it?'), { since: 12_000 }), told: ASKED },
      true,
    ],
    [
      'the words of a question that was told',
      { told: activity(asks(undefined), { since: 1000 }) },
      false,
    ],
    ['another question', { told: activity(asks('Edit it?'), { since: 1000 }) }, true],
    [
      'a question while an earlier one is still shown',
      { told: activity(asks('Edit it?')), isStillShown: true },
      false,
    ],
    ['the same end again', { activity: DONE, told: DONE }, false],
    ['another end', { activity: DONE, told: activity({ kind: 'done' }, { since: 1 }) }, true],
    ['an end after a question', { activity: DONE, told: ASKED }, true],
  ];
  for (const [name, facts, tells] of CASES) {
    it(`${tells ? 'tells' : 'keeps still about'} ${name}`, () =>
      assert.equal(planNotification({ ...FACTS, ...facts }), tells ? 'tell' : 'keep still'));
  }
});
