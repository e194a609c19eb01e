import assert from 'node:assert/strict';
import type { Dimensions } from '../../../../src/pty/ptyProcess';
import { ResizeDebouncer } from '../../../../src/views/terminals/resizeDebouncer';
import { ManualClock } from '../../../support/manualClock';

describe('ResizeDebouncer', () => {
  function subject(applied: Dimensions | undefined = { cols: 80, rows: 24 }) {
    const clock = new ManualClock();
    const sizes: Dimensions[] = [];
    const resizer = new ResizeDebouncer(clock, applied, (size) => sizes.push(size));
    return { clock, sizes, resizer };
  }

  it('passes on rows at once', () => {
    const { sizes, resizer } = subject();
    resizer.push({ cols: 80, rows: 30 });
    assert.deepEqual(sizes, [{ cols: 80, rows: 30 }]);
  });

  it('passes on only the last columns, after they have been stable', () => {
    const { clock, sizes, resizer } = subject();
    resizer.push({ cols: 90, rows: 24 });
    clock.advance(100);
    resizer.push({ cols: 100, rows: 24 });
    clock.advance(100);
    assert.deepEqual(sizes, []);
    clock.advance(30);
    assert.deepEqual(sizes, [{ cols: 100, rows: 24 }]);
  });

  it('drops repeats, and a width that changes back', () => {
    const { clock, sizes, resizer } = subject();
    resizer.push({ cols: 80, rows: 24 });
    resizer.push({ cols: 90, rows: 24 });
    resizer.push({ cols: 80, rows: 24 });
    clock.advance(1000);
    assert.deepEqual(sizes, []);
    assert.equal(clock.pendingTimers, 0);
  });

  it('passes on nothing after dispose', () => {
    const { clock, sizes, resizer } = subject();
    resizer.push({ cols: 90, rows: 24 });
    resizer.dispose();
    clock.advance(1000);
    assert.deepEqual(sizes, []);
  });
});
