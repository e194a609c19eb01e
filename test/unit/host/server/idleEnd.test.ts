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

  it('fires once after the given time without use', () => {
    idle.update(false);
    clock.advance(999);
    idle.update(false);
    assert.equal(ends, 0);
    clock.advance(1);
    assert.equal(ends, 1);
  });

  it('restarts its time after each use', () => {
    idle.update(false);
    clock.advance(999);
    idle.update(true);
    clock.advance(HOUR_MS);
    idle.update(false);
    clock.advance(999);
    assert.equal(ends, 0);
  });

  for (const ms of [HOUR_MS, -HOUR_MS]) {
    it(`ignores a change of the clock by ${ms} ms`, () => {
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
