import assert from 'node:assert/strict';
import { SessionError } from '../../../src/base/errors';
import { errorActions } from '../../../src/views/errorActions';
import { MissingCliError } from '../../../src/views/missingCliError';

describe('errorActions', () => {
  const MISSING = new SessionError('CLI_NOT_FOUND', 'ada is not installed.');
  const CASES: readonly (readonly [name: string, error: unknown, kinds: readonly string[]])[] = [
    ['a bug', new Error('x'), ['showLog']],
    ['no error at all', 'x', ['showLog']],
    ['a missing CLI', MISSING, ['openSettings']],
    [
      'a missing CLI that can be installed',
      new MissingCliError(MISSING, 'npm i ada'),
      ['copyInstallCommand', 'openSettings'],
    ],
    ['an untrusted workspace', new SessionError('UNTRUSTED', 'x'), ['manageTrust']],
    ['a bad request', new SessionError('BAD_REQUEST', 'x'), []],
  ];
  for (const [name, error, kinds] of CASES) {
    it(`offers ${kinds.join(', ') || 'nothing'} for ${name}`, () =>
      assert.deepEqual(
        errorActions(error).map(({ kind }) => kind),
        kinds,
      ));
  }

  it('keeps code and sentence of the failure', () => {
    const error = new MissingCliError(MISSING, 'npm i ada');
    assert.ok(SessionError.is(error, 'CLI_NOT_FOUND'));
    assert.equal(error.message, MISSING.message);
  });
});
