import assert from 'node:assert/strict';
import type { Activity } from '../../../../src/status/activity';
import {
  planNotification,
  type NotificationFacts,
  type Notified,
} from '../../../../src/views/attention/planNotification';
import { activity, asks } from '../../../support/agents/fakeStatus';

const ASKED = activity(asks('Run it?'), { since: 1000 });

/** An agent asks for a permission, the window has not the focus, and the person knows nothing of it. */
const FACTS: NotificationFacts = {
  setting: 'whenUnfocused',
  isWindowFocused: false,
  isInView: false,
  activity: ASKED,
  notified: undefined,
};

const notified = (of: Activity, goneAt?: number): Notified => ({ activity: of, goneAt });

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

    ['the same question again', { notified: notified(ASKED) }, false],
    [
      'the same question that was gone for a moment',
      { activity: activity(asks('Run it?'), { since: 60_000 }), notified: notified(ASKED, 58_500) },
      false,
    ],
    [
      'the same question for another act, soon after',
      { activity: activity(asks('Run it?'), { since: 6000 }), notified: notified(ASKED, 4000) },
      true,
    ],
    [
      'the words of a question that was notified',
      { notified: notified(activity(asks(undefined), { since: 1000 })) },
      false,
    ],
    [
      'other words for a question that was notified',
      { notified: notified(activity(asks('approve Bash: run'), { since: 1000 })) },
      false,
    ],
    ['another question', { notified: notified(activity(asks('Edit it?'), { since: 500 })) }, true],
    [
      'another question after a moment',
      { notified: notified(activity(asks('Edit it?'), { since: 500 }), 900) },
      true,
    ],
    ['the same end again', { activity: DONE, notified: notified(DONE) }, false],
    [
      'another end',
      { activity: DONE, notified: notified(activity({ kind: 'done' }, { since: 1 })) },
      true,
    ],
    ['an end after a question', { activity: DONE, notified: notified(ASKED) }, true],
  ];
  for (const [name, facts, tells] of CASES) {
    it(`${tells ? 'tells' : 'keeps still about'} ${name}`, () =>
      assert.equal(planNotification({ ...FACTS, ...facts }) === 'notify', tells));
  }
});
