import type { Clock } from '../../src/base/clock';
import type { ManualClock } from './manualClock';

/** More delays than a test takes. */
const MAX_DELAYS = 2_000;

/** A clock whose delays end at once, by advancing its time. */
export function createHurriedClock(clock: ManualClock): Clock {
  let delays = 0;
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    schedule(delayMs, callback) {
      delays += 1;
      if (delays > MAX_DELAYS) {
        throw new Error('The wait does not end.');
      }
      const timer = clock.schedule(delayMs, callback);
      setImmediate(() => clock.advance(delayMs));
      return timer;
    },
  };
}
