import assert from 'node:assert/strict';
import { SessionError, type SessionErrorCode } from '../../../src/base/errors';
import { useStatusEngine } from '../../support/status/useStatusEngine';

describe('A screen that cannot be read', () => {
  const fixture = useStatusEngine();

  for (const [code, isLogged] of [
    ['TIMEOUT', true],
    ['SESSION_EXITED', true],
    ['SESSION_NOT_FOUND', false],
    // The window has disconnected from the session host because it closes.
    ['DETACHED', false],
  ] as const satisfies readonly (readonly [SessionErrorCode, boolean])[]) {
    it(`is ${isLogged ? '' : 'not '}logged with ${code}`, async () => {
      fixture.put();
      fixture.shows(['a row']);
      const screen = () => Promise.reject(new SessionError(code, 'No screen.'));
      fixture.sessions.callsOf = () => ({ screen });
      await fixture.pass(2000);
      assert.equal(fixture.logged.length > 0, isLogged);
    });
  }
});
