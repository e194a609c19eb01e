import assert from 'node:assert/strict';
import { requireNotBegun } from '../../../../src/agents/start/requirements';
import { SessionError } from '../../../../src/base/errors';
import { sessionInfo } from '../../../support/pty/fakeSessions';

describe('requireNotBegun', () => {
  it('refuses an agent that has begun, also one that has ended since', () => {
    for (const change of [{}, { state: 'terminated' }] as const) {
      assert.throws(
        () => requireNotBegun(sessionInfo(change)),
        (error) => SessionError.is(error, 'ILLEGAL_STATE') && /^Ada has begun/.test(error.message),
      );
    }
  });

  it('accepts one that has not, and a session that is gone', () => {
    requireNotBegun(sessionInfo({ pendingStart: { reason: 'has not begun', isStuck: true } }));
    requireNotBegun(undefined);
  });
});
