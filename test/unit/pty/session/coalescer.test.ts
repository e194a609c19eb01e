import assert from 'node:assert/strict';
import { Coalescer } from '../../../../src/pty/session/coalescer';
import { ManualClock } from '../../../support/manualClock';

describe('Coalescer', () => {
  it('writes what waits when it is to hurry, and at once what comes next', () => {
    const clock = new ManualClock();
    const writes: string[] = [];
    const output = new Coalescer<string>(
      clock,
      (pieces) => pieces.join(''),
      (text) => writes.push(text),
    );
    output.push('a');
    output.push('b');
    output.hurry();
    assert.deepEqual(writes, ['a', 'b']);
    output.push('c');
    output.push('d');
    assert.deepEqual(writes, ['a', 'b', 'c']);
    clock.advance(5);
    assert.deepEqual(writes, ['a', 'b', 'c', 'd']);
  });
});
