import assert from 'node:assert/strict';
import { RunningCalls } from '../../../src/mcp/runningCalls';

describe('RunningCalls', () => {
  it('cancels a caller’s own call, by its id of the same type', () => {
    const calls = new RunningCalls();
    const all = [calls.begin('a', 1), calls.begin('a', '1'), calls.begin('b', 1)];
    calls.cancel('a', 1);
    assert.deepEqual(
      all.map(({ signal }) => signal.aborted),
      [true, false, false],
    );
  });

  it('ignores calls that have ended, and keeps a later call with the same id', () => {
    const calls = new RunningCalls();
    const over = calls.begin('a', 1);
    over.dispose();
    calls.cancel('a', 1);
    assert.equal(over.signal.aborted, false);
    const next = calls.begin('a', 1);
    over.dispose();
    calls.cancel('a', 1);
    assert.equal(next.signal.aborted, true);
  });
});
