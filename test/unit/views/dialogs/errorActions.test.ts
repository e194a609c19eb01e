import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import { CliNotFoundError } from '../../../../src/providers/launch/cliNotFound';
import { errorActions } from '../../../../src/views/dialogs/errorActions';

describe('errorActions', () => {
  const CASES: readonly (readonly [name: string, error: unknown, kinds: readonly string[]])[] = [
    ['a bug', new Error('x'), ['showLog']],
    ['a value that is no error', 'x', ['showLog']],
    ['a missing program', new SessionError('CLI_NOT_FOUND', 'x'), ['openSettings']],
    ['a missing CLI', new CliNotFoundError('x', undefined), ['openSettings']],
    [
      'a missing CLI that can be installed',
      new CliNotFoundError('x', 'npm i ada'),
      ['copyInstallCommand', 'openSettings'],
    ],
    ['an untrusted workspace', new SessionError('UNTRUSTED', 'x'), ['manageTrust']],
    ['a bad request', new SessionError('BAD_REQUEST', 'x'), ['showLog']],
  ];
  for (const [name, error, kinds] of CASES) {
    it(`offers ${kinds.join(', ')} for ${name}`, () =>
      assert.deepEqual(
        errorActions(error).map(({ kind }) => kind),
        kinds,
      ));
  }
});
