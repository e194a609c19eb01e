import type { Clock } from '../../src/base/clock';
import { toDisposable, type Disposable } from '../../src/base/lifecycle';

/**
 * The first value of {@link ManualClock.monotonic}: 30 days, as after a long uptime. A clock that
 * starts at 0 hides code that treats a time that was never set, 0, as recent.
 */
const START_MS = 30 * 24 * 60 * 60 * 1000;

/** A clock that only the test advances. */
export class ManualClock implements Clock {
  private time = START_MS;
  private offset = -START_MS;
  private readonly timers = new Set<{ readonly due: number; readonly callback: () => void }>();

  now(): number {
    return this.time + this.offset;
  }

  monotonic(): number {
    return this.time;
  }

  get pendingTimers(): number {
    return this.timers.size;
  }

  schedule(delayMs: number, callback: () => void): Disposable {
    const timer = { due: this.time + delayMs, callback };
    this.timers.add(timer);
    return toDisposable(() => this.timers.delete(timer));
  }

  /** Changes the wall clock by `ms`, as a person or a time server does; no time passes. */
  set(ms: number): void {
    this.offset += ms;
  }

  /** Advances the time by `ms`, and runs the timers that become due, in order. */
  advance(ms: number): void {
    const target = this.time + ms;
    for (let next = this.nextDueBy(target); next; next = this.nextDueBy(target)) {
      this.timers.delete(next);
      this.time = Math.max(this.time, next.due);
      next.callback();
    }
    this.time = target;
  }

  /** Lets time pass as in a stopped process: timers that become due run only at the end. */
  sleep(ms: number): void {
    this.time += ms;
    this.advance(0);
  }

  private nextDueBy(target: number) {
    return [...this.timers]
      .filter((timer) => timer.due <= target)
      .reduce<{ readonly due: number; readonly callback: () => void } | undefined>(
        (first, timer) => (first && first.due <= timer.due ? first : timer),
        undefined,
      );
  }
}
