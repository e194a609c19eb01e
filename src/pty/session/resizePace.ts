import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { RESIZE_BURST, RESIZE_INTERVAL_MS } from '../limits';
import type { Dimensions } from '../ptyProcess';

/**
 * Lets a few sizes pass at once and then one at a time, the last of those that came: after each
 * a program draws all anew, and its screen is laid out anew.
 */
export class ResizePace implements Disposable {
  private readonly timer: Timer;
  private pending: Dimensions | undefined;
  /** When the sizes so far are paid for, by the clock that never goes back. */
  private paidAt = 0;

  constructor(
    private readonly clock: Clock,
    private readonly apply: (dimensions: Dimensions) => void,
  ) {
    this.timer = new Timer(clock);
  }

  push(dimensions: Dimensions): void {
    const earliest = this.paidAt - (RESIZE_BURST - 1) * RESIZE_INTERVAL_MS;
    const waitMs = earliest - this.clock.monotonic();
    if (waitMs > 0) {
      this.wait(dimensions, waitMs);
      return;
    }
    this.pass(dimensions);
  }

  /** Lets what waits pass now. */
  flush(): void {
    const { pending } = this;
    if (pending) {
      this.pass(pending);
    }
  }

  dispose(): void {
    this.timer.dispose();
  }

  private pass(dimensions: Dimensions): void {
    this.timer.stop();
    this.pending = undefined;
    this.paidAt = Math.max(this.paidAt, this.clock.monotonic()) + RESIZE_INTERVAL_MS;
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
