import assert from 'node:assert/strict';
import { API_STATUS } from '../../../src/operations/apiError';
import { exitCodeOf } from '../../../src/cli/exitCode';
import { ClientError } from '../../../src/client/clientError';

/** All error codes that are no failure of the agent or the session. */
const CODES: Readonly<Record<number, readonly string[]>> = {
  2: ['BAD_REQUEST', 'CWD_NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'PROVIDER_NOT_FOUND'],
  3: ['MOVED', 'NOT_FOUND', 'NO_WINDOW', 'SEVERAL_WINDOWS', 'UNREACHABLE'],
  4: ['FORBIDDEN_ORIGIN', 'NOT_ALLOWED', 'SESSION_USER_MISMATCH', 'UNAUTHORIZED', 'UNTRUSTED'],
  5: ['TIMEOUT'],
  6: ['AGENT_BLOCKED', 'NEEDS_INPUT'],
};

describe('exitCodeOf', () => {
  for (const [exit, codes] of Object.entries(CODES)) {
    it(`is ${exit} for ${codes.join(', ')}`, () => {
      for (const code of codes) {
        assert.equal(exitCodeOf(new ClientError(code, 'It failed.')), Number(exit), code);
      }
    });
  }

  it('is 1 for every other error of the API, and for unexpected errors', () => {
    const named = Object.values(CODES).flat();
    const others = Object.keys(API_STATUS).filter((code) => !named.includes(code));
    assert.ok(others.includes('SESSION_NOT_FOUND'));
    for (const code of others) {
      assert.equal(exitCodeOf(new ClientError(code, 'It failed.')), 1, code);
    }
    assert.equal(exitCodeOf(new Error('This is unexpected.')), 1);
  });
});
