import assert from 'node:assert/strict';
import { describeActivity } from '../../../../src/api/sessions/sessionView';
import { activity, needsInput, shownRequest } from '../../../support/agents/fakeStatus';

describe('describeActivity', () => {
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
