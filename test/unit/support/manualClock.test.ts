import assert from 'node:assert/strict';
import { ManualClock } from '../../support/manualClock';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('ManualClock', () => {
  it('starts at a large monotonic time, so that 0, a time never set, is long past', () => {
    const clock = new ManualClock();
    assert.ok(clock.monotonic() >= DAY_MS, `${clock.monotonic()} ms`);
    assert.equal(clock.now(), 0);
  });

  it('advances its monotonic time by the time that passes, even if the wall clock is set', () => {
    const clock = new ManualClock();
    const begun = clock.monotonic();
    clock.advance(10);
    clock.set(-1000);
    clock.sleep(5);
    assert.deepEqual([clock.monotonic() - begun, clock.now()], [15, -985]);
  });
});
