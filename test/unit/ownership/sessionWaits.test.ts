import assert from 'node:assert/strict';
import { REFUSED_MS, RETURN_MS, SessionWaits } from '../../../src/ownership/sessionWaits';
import { ManualClock } from '../../support/manualClock';

describe('SessionWaits', () => {
  let clock: ManualClock;
  let waits: SessionWaits;

  beforeEach(() => {
    clock = new ManualClock();
    waits = new SessionWaits(clock);
  });

  it('makes a session that waits for its window due sooner once it is offered', () => {
    waits.update('a', false, new Map());
    waits.update('a', true, waits.removeAll());
    clock.advance(REFUSED_MS);
    assert.equal(waits.isDue('a'), true);
  });

  it('returns the first time after another one, also if it has passed', () => {
    const time = clock.monotonic();
    waits.add('now');
    waits.update('a', false, new Map());
    clock.advance(RETURN_MS + 1);
    assert.equal(waits.nextAfter(time), time + RETURN_MS);
    assert.equal(waits.nextAfter(clock.monotonic()), Infinity);
  });

  it('repeats failed attempts ever more seldom, and not those that were postponed', () => {
    const times = [true, true, false, true].map((hasFailed) => {
      waits.postpone('a', { isOffered: false, hasFailed });
      return waits.nextAfter(clock.monotonic()) - clock.monotonic();
    });
    assert.deepEqual(
      times,
      [1, 2, 4, 4].map((factor) => factor * RETURN_MS),
    );
    Array.from({ length: 99 }, () => waits.postpone('a', { isOffered: false, hasFailed: true }));
    assert.equal(waits.nextAfter(clock.monotonic()) - clock.monotonic(), 600_000);
  });
});
