import assert from 'node:assert/strict';
import { Coalescer, joinText } from '../../../../src/pty/flow/coalescer';
import { ManualClock } from '../../../support/manualClock';

describe('Coalescer', () => {
  function subject() {
    const clock = new ManualClock();
    const writes: string[] = [];
    const output = new Coalescer<string>(clock, joinText, (text) => writes.push(text));
    return { clock, writes, output };
  }

  it('writes the first chunk of a burst at once, and the rest together', () => {
    const { clock, writes, output } = subject();
    output.push('a');
    assert.deepEqual(writes, ['a']);
    output.push('b');
    output.push('c');
    clock.advance(4);
    assert.deepEqual(writes, ['a']);
    clock.advance(1);
    assert.deepEqual(writes, ['a', 'bc']);
  });

  it('joins chunks while output continues, and sets no timer afterwards', () => {
    const { clock, writes, output } = subject();
    output.push('a');
    output.push('b');
    clock.advance(5);
    output.push('c');
    assert.deepEqual(writes, ['a', 'b']);
    clock.advance(5);
    assert.deepEqual(writes, ['a', 'b', 'c']);
    clock.advance(5);
    assert.equal(clock.pendingTimers, 0);
    output.push('d');
    assert.deepEqual(writes, ['a', 'b', 'c', 'd']);
  });

  it('writes 64 KB without waiting', () => {
    const { writes, output } = subject();
    output.push('a');
    output.push('b'.repeat(40_000));
    output.push('c'.repeat(40_000));
    assert.deepEqual(
      writes.map((text) => text.length),
      [1, 80_000],
    );
  });

  it('drops the waiting text on clear(), and writes later text', () => {
    const { clock, writes, output } = subject();
    output.push('a');
    output.push('b');
    output.clear();
    output.push('c');
    clock.advance(5);
    assert.deepEqual(writes, ['a', 'c']);
  });

  it('writes the waiting text on flush(), and drops it on dispose()', () => {
    const { clock, writes, output } = subject();
    output.push('a');
    output.push('b');
    output.flush();
    output.push('c');
    output.dispose();
    clock.advance(100);
    assert.deepEqual(writes, ['a', 'b']);
  });
});
