import assert from 'node:assert/strict';
import { constants } from 'node:os';
import { toPtyExit } from '../../../../src/pty/native/toPtyExit';

describe('toPtyExit', () => {
  it('returns the code of a program that exited', () => {
    assert.deepEqual(toPtyExit(3, 0), { exitCode: 3, signal: undefined });
    assert.deepEqual(toPtyExit(0, undefined), { exitCode: 0, signal: undefined });
  });

  it('returns the name of the signal that ended a program, without a code', () => {
    const exit = toPtyExit(0, constants.signals.SIGKILL);
    assert.deepEqual(exit, { exitCode: undefined, signal: 'SIGKILL' });
  });

  it('keeps the code if the number is not a signal of this system', () => {
    assert.deepEqual(toPtyExit(1, 9999), { exitCode: 1, signal: undefined });
  });
});
