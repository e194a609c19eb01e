import assert from 'node:assert/strict';
import { IdleEnd } from '../../../../src/host/server/idleEnd';
import { ManualClock } from '../../../support/manualClock';

const HOUR_MS = 3600_000;

describe('IdleEnd', () => {
  let clock = new ManualClock();
  let ends = 0;
  let idle = new IdleEnd(clock, 1000, () => ends++);

  beforeEach(() => {
    clock = new ManualClock();
    ends = 0;
    idle = new IdleEnd(clock, 1000, () => ends++);
  });

  it('ends what has been of no use for so long', () => {
    idle.update(false);
    clock.advance(999);
    idle.update(false);
    assert.equal(ends, 0);
    clock.advance(1);
    assert.equal(ends, 1);
  });

  it('begins anew after each use', () => {
    idle.update(false);
    clock.advance(999);
    idle.update(true);
    clock.advance(HOUR_MS);
    idle.update(false);
    clock.advance(999);
    assert.equal(ends, 0);
  });

  for (const ms of [HOUR_MS, -HOUR_MS]) {
    it(`cares nothing for a clock that is set by ${ms} ms`, () => {
      idle.update(false);
      clock.advance(500);
      clock.set(ms);
      clock.advance(499);
      assert.equal(ends, 0);
      clock.advance(1);
      assert.equal(ends, 1);
    });
  }

  it('leaves no timer', () => {
    idle.update(false);
    idle.dispose();
    assert.equal(clock.pendingTimers, 0);
  });
});
