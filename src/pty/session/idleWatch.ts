import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';

/** A session without output for this long is `idle`; milliseconds. */
const IDLE_AFTER_MS = 2000;

/**
 * Calls `onIdle` once when output has stopped for {@link IDLE_AFTER_MS}. The timer runs only after
 * output, so a hundred idle sessions cost nothing.
 */
export class IdleWatch implements Disposable {
  private lastOutputAt = 0;
  private timer: Disposable | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly onIdle: () => void,
  ) {}

  /** Records output. A program's start counts as output too. */
  touch(): void {
    this.lastOutputAt = this.clock.monotonic();
    this.timer ??= this.clock.schedule(IDLE_AFTER_MS, () => this.check());
  }

  dispose(): void {
    this.timer?.dispose();
    this.timer = undefined;
  }

  private check(): void {
    const left = this.lastOutputAt + IDLE_AFTER_MS - this.clock.monotonic();
    this.timer = left > 0 ? this.clock.schedule(left, () => this.check()) : undefined;
    if (left <= 0) {
      this.onIdle();
    }
  }
}
