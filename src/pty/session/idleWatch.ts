import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';

/** A session that has been silent for this long is `idle`, in milliseconds. */
const IDLE_AFTER_MS = 2000;

/**
 * Tells when output has stopped. One timer while there is output and none while there is
 * not, so that a hundred idle sessions cost nothing.
 */
export class IdleWatch implements Disposable {
  private lastOutputAt = 0;
  private timer: Disposable | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly onIdle: () => void,
  ) {}

  /** There is output now, or a start, which counts as such. */
  touch(): void {
    this.lastOutputAt = this.clock.monotonic();
    this.timer ??= this.clock.schedule(IDLE_AFTER_MS, () => this.look());
  }

  dispose(): void {
    this.timer?.dispose();
    this.timer = undefined;
  }

  private look(): void {
    const left = this.lastOutputAt + IDLE_AFTER_MS - this.clock.monotonic();
    this.timer = left > 0 ? this.clock.schedule(left, () => this.look()) : undefined;
    if (left <= 0) {
      this.onIdle();
    }
  }
}
