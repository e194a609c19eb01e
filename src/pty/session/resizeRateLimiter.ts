import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { RESIZE_BURST, RESIZE_INTERVAL_MS } from '../limits';
import type { Dimensions } from '../ptyProcess';

/**
 * Limits how often sizes are applied, since after each one the program redraws everything and its
 * screen is reflowed. The first `RESIZE_BURST` sizes are applied at once, then the latest one in
 * each `RESIZE_INTERVAL_MS`. The sizes of all viewers count together, also in the session host, so
 * no viewer's own controller of sizes can do this.
 */
export class ResizeRateLimiter implements Disposable {
  private readonly timer: Timer;
  private pending: Dimensions | undefined;
  /** When the applied sizes no longer count towards the burst, by the monotonic clock. */
  private countsUntil = 0;

  constructor(
    private readonly clock: Clock,
    private readonly apply: (dimensions: Dimensions) => void,
  ) {
    this.timer = new Timer(clock);
  }

  /** Applies a size, now or later; a newer size replaces one that waits. */
  push(dimensions: Dimensions): void {
    const earliest = this.countsUntil - (RESIZE_BURST - 1) * RESIZE_INTERVAL_MS;
    const waitMs = earliest - this.clock.monotonic();
    if (waitMs > 0) {
      this.wait(dimensions, waitMs);
      return;
    }
    this.applyNow(dimensions);
  }

  /** Applies the waiting size now, if one waits. */
  flush(): void {
    const { pending } = this;
    if (pending) {
      this.applyNow(pending);
    }
  }

  dispose(): void {
    this.timer.dispose();
  }

  private applyNow(dimensions: Dimensions): void {
    this.timer.stop();
    this.pending = undefined;
    this.countsUntil = Math.max(this.countsUntil, this.clock.monotonic()) + RESIZE_INTERVAL_MS;
    this.apply(dimensions);
  }

  private wait(dimensions: Dimensions, waitMs: number): void {
    const isWaiting = this.pending !== undefined;
    this.pending = dimensions;
    if (!isWaiting) {
      this.timer.start(waitMs, () => this.pushPending());
    }
  }

  private pushPending(): void {
    const { pending } = this;
    this.pending = undefined;
    if (pending) {
      this.push(pending);
    }
  }
}
