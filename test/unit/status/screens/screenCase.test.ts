import assert from 'node:assert/strict';
import { toExpectation } from '../../../../src/status/screens/screenCase';

describe('toExpectation', () => {
  it('is the need of an agent that needs input', () => {
    const state = { kind: 'needsInput', need: 'trust', question: 'Trust this folder?' } as const;
    assert.equal(toExpectation(state), 'trust');
  });

  it('is idle for an agent that is done, since a screen does not show who has seen it', () => {
    assert.equal(toExpectation({ kind: 'done' }), 'idle');
  });
});
