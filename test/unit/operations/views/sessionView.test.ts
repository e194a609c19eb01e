import assert from 'node:assert/strict';
import { describeActivity } from '../../../../src/operations/views/sessionView';
import {
  activity,
  likelyQuestion,
  needsInput,
  shownRequest,
} from '../../../support/status/fakeStatus';

describe('describeActivity', () => {
  it('marks a likely question, and no other', () => {
    const read = ({ kind, need, question, likely }: ReturnType<typeof describeActivity>) =>
      [kind, need, question, likely] as const;
    const likely = describeActivity(activity(likelyQuestion('Sign in?')));
    assert.deepEqual(read(likely), ['needsInput', 'question', 'Sign in?', true]);
    const sure = describeActivity(activity(needsInput('Which?', 'question')));
    assert.deepEqual(read(sure), ['needsInput', 'question', 'Which?', false]);
  });

  it('returns the error of a failed turn, and when a usage limit ends', () => {
    const reasonsOf = (state: Parameters<typeof activity>[0]) => {
      const { error, resets } = describeActivity(activity(state));
      return [error, resets];
    };
    assert.deepEqual(reasonsOf({ kind: 'failed', error: 'API Error' }), ['API Error', null]);
    assert.deepEqual(reasonsOf({ kind: 'failed' }), [null, null]);
    assert.deepEqual(reasonsOf({ kind: 'limited', resets: '3pm' }), [null, '3pm']);
    assert.deepEqual(reasonsOf({ kind: 'limited', resets: undefined }), [null, null]);
  });

  it('returns how much a working agent does in the background', () => {
    const count = (state: Parameters<typeof activity>[0]) =>
      describeActivity(activity(state)).background;
    assert.deepEqual(
      [
        count({ kind: 'working', background: 2 }),
        count({ kind: 'working' }),
        count({ kind: 'done' }),
      ],
      [2, 0, 0],
    );
  });

  it('returns the whole request of a dialog, and null if it is not known', () => {
    const requestOf = (...states: readonly Parameters<typeof activity>[0][]) =>
      states.map((state) => describeActivity(activity(state)).request);
    const request = { kind: 'partial', why: 'its screen is too small' } as const;
    const partial = { kind: 'needsInput', need: 'permission', question: 'Run?', request } as const;
    assert.deepEqual(
      requestOf(shownRequest('Run it?\nls'), partial, needsInput('Run?'), { kind: 'working' }),
      ['Run it?\nls', null, null, null],
    );
  });
});
