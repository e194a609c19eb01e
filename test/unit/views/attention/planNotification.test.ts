import assert from 'node:assert/strict';
import type { Activity } from '../../../../src/status/activity';
import {
  planNotification,
  type NotificationFacts,
  type Notified,
} from '../../../../src/views/attention/planNotification';
import { activity, needsInput } from '../../../support/status/fakeStatus';

const ASKED = activity(needsInput('Run it?'), { since: 1000 });

/** An agent requests a permission, the window has no focus, and no notification was shown. */
const FACTS: NotificationFacts = {
  setting: 'whenUnfocused',
  isWindowFocused: false,
  isInView: false,
  isMuted: false,
  activity: ASKED,
  notified: undefined,
};

const notified = (of: Activity, goneAt?: number): Notified => ({ activity: of, goneAt });

describe('planNotification', () => {
  type Case = readonly [name: string, facts: Partial<NotificationFacts>, notifies: boolean];
  const DONE = activity({ kind: 'done' }, { since: 1000 });
  const FAILED = activity({ kind: 'failed' });
  const DIED = activity({ kind: 'failed' }, { source: 'process' });
  const LIMITED = activity({ kind: 'limited', resets: '3pm' });
  const QUESTIONS_ONLY = { done: false, failed: false, limited: false, died: false };
  const CASES: readonly Case[] = [
    ['a question', {}, true],
    ['a question without a text', { activity: activity(needsInput(undefined)) }, true],
    ['a session in view of a window without the focus', { isInView: true }, true],
    ['a finished turn', { activity: DONE }, true],
    ['a working agent', { activity: activity({ kind: 'working' }) }, false],
    ['an idle agent', { activity: activity({ kind: 'idle' }) }, false],
    ['a failed agent', { activity: FAILED }, true],
    ['a usage limit', { activity: LIMITED }, true],
    ['an agent that has ended with an error', { activity: DIED }, true],
    ['an unknown status', { activity: activity({ kind: 'unknown' }) }, false],

    ['a question of a muted session', { isMuted: true }, false],
    ['a question, if that is turned off', { setting: { needsYou: false } }, false],
    ['a finished turn, if that is turned off', { activity: DONE, setting: { done: false } }, false],
    ['a failure, if that is turned off', { activity: FAILED, setting: { failed: false } }, false],
    [
      'an end, if only failures are turned off',
      { activity: DIED, setting: { failed: false } },
      true,
    ],
    ['an end, if that is turned off', { activity: DIED, setting: { died: false } }, false],
    ['a limit, if that is turned off', { activity: LIMITED, setting: { limited: false } }, false],
    ['a question, if all else is turned off', { setting: QUESTIONS_ONLY }, true],
    ['a question with an object that says never', { setting: { when: 'never' } }, false],
    [
      'a question in a window with the focus with an object without a time',
      { setting: {}, isWindowFocused: true },
      false,
    ],
    [
      'a failure that returns after a moment',
      {
        activity: activity({ kind: 'failed', error: 'overloaded' }, { since: 9000 }),
        notified: notified(activity({ kind: 'failed', error: 'overloaded' }), 8000),
      },
      false,
    ],
    [
      'another failure after a moment',
      {
        activity: activity({ kind: 'failed', error: 'no credit' }, { since: 9000 }),
        notified: notified(activity({ kind: 'failed', error: 'overloaded' }), 8000),
      },
      true,
    ],
    [
      'a limit that returns after a moment',
      { activity: { ...LIMITED, since: 9000 }, notified: notified(LIMITED, 8000) },
      false,
    ],

    ['a question with the setting never', { setting: 'never' }, false],
    ['a question in a window with the focus', { isWindowFocused: true }, false],
    [
      'a question out of view with the setting always',
      { setting: 'always', isWindowFocused: true },
      true,
    ],
    [
      'a question in view with the setting always',
      { setting: 'always', isWindowFocused: true, isInView: true },
      false,
    ],
    [
      'a question in a window without the focus with the setting always',
      { setting: 'always', isInView: true },
      true,
    ],

    ['the same question again', { notified: notified(ASKED) }, false],
    [
      'the same question after a short gap',
      {
        activity: activity(needsInput('Run it?'), { since: 60_000 }),
        notified: notified(ASKED, 58_500),
      },
      false,
    ],
    [
      'the same question for another action, soon after',
      {
        activity: activity(needsInput('Run it?'), { since: 6000 }),
        notified: notified(ASKED, 4000),
      },
      true,
    ],
    [
      'the text of a question that was already shown',
      { notified: notified(activity(needsInput(undefined), { since: 1000 })) },
      false,
    ],
    [
      'another text of a question that was already shown',
      { notified: notified(activity(needsInput('approve Bash: run'), { since: 1000 })) },
      false,
    ],
    [
      'another question',
      { notified: notified(activity(needsInput('Edit it?'), { since: 500 })) },
      true,
    ],
    [
      'another question after a moment',
      { notified: notified(activity(needsInput('Edit it?'), { since: 500 }), 900) },
      true,
    ],
    ['the same finished turn again', { activity: DONE, notified: notified(DONE) }, false],
    [
      'another finished turn',
      { activity: DONE, notified: notified(activity({ kind: 'done' }, { since: 1 })) },
      true,
    ],
    ['a finished turn after a question', { activity: DONE, notified: notified(ASKED) }, true],
  ];
  for (const [name, facts, notifies] of CASES) {
    it(`${notifies ? 'notifies' : 'does not notify'} about ${name}`, () =>
      assert.equal(planNotification({ ...FACTS, ...facts }) === 'notify', notifies));
  }
});
