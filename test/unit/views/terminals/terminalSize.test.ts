import assert from 'node:assert/strict';
import type { Dimensions } from '../../../../src/pty/ptyProcess';
import { TerminalSize } from '../../../../src/views/terminals/terminalSize';
import { ManualClock } from '../../../support/manualClock';

const GUESS = { cols: 80, rows: 30 };
const REAL = { cols: 112, rows: 41 };

describe('TerminalSize', () => {
  function subject(guess: Dimensions | undefined) {
    const clock = new ManualClock();
    const settled: (Dimensions | undefined)[] = [];
    const size = new TerminalSize(clock, guess, (found) => settled.push(found));
    return { clock, settled, size };
  }

  it('settles at once, and once, on the first size that differs from the guess', () => {
    const { clock, settled, size } = subject(GUESS);
    size.update(GUESS);
    assert.deepEqual(settled, []);
    size.update(REAL);
    size.update({ cols: 50, rows: 10 });
    clock.advance(1000);
    assert.deepEqual(settled, [REAL]);
    assert.equal(clock.pendingTimers, 0);
  });

  it('settles on the guess if no other size comes within 150 ms', () => {
    const { clock, settled, size } = subject(GUESS);
    size.update(GUESS);
    clock.advance(149);
    assert.deepEqual(settled, []);
    clock.advance(1);
    assert.deepEqual(settled, [GUESS]);
  });

  it('settles on any size without a guess', () => {
    const { settled, size } = subject(undefined);
    size.update(GUESS);
    assert.deepEqual(settled, [GUESS]);
  });

  it('does not settle after dispose', () => {
    const { clock, settled, size } = subject(GUESS);
    size.dispose();
    size.update(REAL);
    clock.advance(1000);
    assert.deepEqual(settled, []);
  });
});
