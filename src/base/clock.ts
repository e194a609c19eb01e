import { toDisposable, type Disposable } from './lifecycle';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The source of time for the core. Tests replace it by a clock that they set by hand. */
export interface Clock {
  /** Milliseconds since the epoch, for display and records. */
  now(): number;
  /** Milliseconds of a monotonic clock, for measuring durations. */
  monotonic(): number;
  /**
   * Calls `callback` once after `delayMs` milliseconds; for 0, in the next turn of the event loop.
   * Dispose the result to cancel.
   */
  schedule(delayMs: number, callback: () => void): Disposable;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule(delayMs, callback) {
    if (delayMs === 0) {
      const immediate = setImmediate(callback);
      return toDisposable(() => clearImmediate(immediate));
    }
    const timer = setTimeout(callback, delayMs);
    return toDisposable(() => clearTimeout(timer));
  },
};

/** Resolves after `ms` milliseconds. Cannot be cancelled. */
export function delay(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.schedule(ms, resolve);
  });
}

/**
 * Waits for `promise` to settle, at most `timeoutMs` milliseconds. Returns which came first. Never
 * rejects.
 */
export function settledWithin(
  clock: Clock,
  timeoutMs: number,
  promise: Promise<unknown>,
): Promise<'settled' | 'timeout'> {
  return new Promise((resolve) => {
    const timer = clock.schedule(timeoutMs, () => resolve('timeout'));
    const handleSettled = (): void => {
      timer.dispose();
      resolve('settled');
    };
    promise.then(handleSettled, handleSettled);
  });
}
