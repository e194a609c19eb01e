import assert from 'node:assert/strict';
import { RESIZE_BURST, RESIZE_INTERVAL_MS } from '../../../../src/pty/limits';
import { ResizeRateLimiter } from '../../../../src/pty/session/resizeRateLimiter';
import { ManualClock } from '../../../support/manualClock';

describe('ResizeRateLimiter', () => {
  function create() {
    const clock = new ManualClock();
    const applied: number[] = [];
    const pace = new ResizeRateLimiter(clock, ({ cols }) => applied.push(cols));
    return { clock, applied, pace, push: (cols: number) => pace.push({ cols, rows: 24 }) };
  }
  const BURST = Array.from({ length: RESIZE_BURST }, (_, index) => index);

  it('applies a few sizes at once, then the newest one per interval', () => {
    const { clock, applied, push } = create();
    Array.from({ length: 100 }, (_, cols) => push(cols));
    assert.deepEqual(applied, BURST);
    clock.advance(RESIZE_INTERVAL_MS);
    assert.deepEqual(applied, [...BURST, 99]);
    push(200);
    push(201);
    clock.advance(RESIZE_INTERVAL_MS);
    assert.deepEqual(applied, [...BURST, 99, 201]);
    clock.advance(60_000);
    assert.deepEqual(applied, [...BURST, 99, 201]);
  });

  it('applies at most ten sizes a second during five seconds of resizes', () => {
    const { clock, applied, push } = create();
    for (let size = 1; size <= 500; size++) {
      push(size);
      clock.advance(10);
    }
    clock.advance(RESIZE_INTERVAL_MS);
    assert.ok(applied.length <= 50, `${applied.length} sizes`);
    assert.equal(applied.at(-1), 500);
  });

  for (const restMs of [RESIZE_BURST * RESIZE_INTERVAL_MS, 60_000]) {
    it(`applies a few sizes at once again after a pause of ${restMs} ms, and no more than before`, () => {
      const { clock, applied, push } = create();
      BURST.forEach(push);
      clock.advance(restMs);
      [...BURST, 50].forEach(push);
      assert.deepEqual(applied, [...BURST, ...BURST]);
    });
  }

  it('applies the waiting size on flush(), once', () => {
    const { clock, applied, pace, push } = create();
    [...BURST, 50].forEach(push);
    pace.flush();
    pace.flush();
    clock.advance(60_000);
    assert.deepEqual(applied, [...BURST, 50]);
  });

  it('applies nothing after dispose()', () => {
    const { clock, applied, pace, push } = create();
    [...BURST, 50].forEach(push);
    pace.dispose();
    clock.advance(60_000);
    assert.deepEqual(applied, BURST);
  });
});
