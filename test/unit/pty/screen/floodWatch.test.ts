import assert from 'node:assert/strict';
import { FLOOD } from '../../../../src/pty/limits';
import { FloodWatch } from '../../../../src/pty/screen/floodWatch';
import { ManualClock } from '../../../support/manualClock';

describe('FloodWatch', () => {
  const clock = new ManualClock();
  let watch: FloodWatch;

  beforeEach(() => (watch = new FloodWatch(clock, 1000)));

  it('reports a flood of much output in a short time, parsed or waiting', () => {
    assert.ok(!watch.isFlood(999));
    assert.ok(watch.isFlood(1000));
    watch.add(600);
    assert.ok(!watch.isFlood(399));
    assert.ok(watch.isFlood(400));
  });

  it('counts a burst of up to half of the time as a whole, whenever it begins', () => {
    for (let offset = 0; offset < FLOOD.ms; offset += 100) {
      watch = new FloodWatch(clock, 1000);
      watch.add(1);
      clock.advance(offset);
      watch.add(500);
      clock.advance(FLOOD.ms / 2);
      assert.ok(watch.isFlood(500), `a burst that begins ${offset} ms later`);
      clock.advance(FLOOD.ms);
      assert.ok(!watch.isFlood(999));
    }
  });

  it('reports none for the same output over a longer time, also if the wall clock is set back', () => {
    for (let time = 0; time < 10; time++) {
      watch.add(900);
      assert.ok(!watch.isFlood(0));
      clock.set(-10 * FLOOD.ms);
      clock.advance(FLOOD.ms);
    }
  });
});
