import { toDisposable, type Disposable } from './lifecycle';

/** Time as the core sees it, so that tests can turn the hands themselves. */
export interface Clock {
  /** Milliseconds since the epoch, for showing and recording. */
  now(): number;
  /** Milliseconds that never go back, for measuring how long something took. */
  monotonic(): number;
  /**
   * Calls `callback` once, `delayMs` milliseconds from now, which for 0 is the event loop's next
   * turn; dispose to cancel.
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

/** Resolves after `ms` milliseconds; it cannot be cancelled. */
export function delay(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.schedule(ms, resolve);
  });
}

/** Waits for `promise`, at most `timeoutMs` milliseconds; says which came first. Never rejects. */
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
