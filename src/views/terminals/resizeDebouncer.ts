import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { isSameSize } from '../../pty/ptyDimensions';
import type { Dimensions } from '../../pty/ptyProcess';

/**
 * VS Code's screen adopts a new width up to 100 ms after it was announced. A program that redraws
 * sooner draws for a width that the screen does not have yet. Milliseconds.
 */
const COLUMNS_DELAY_MS = 130;

/**
 * Passes on a terminal's sizes: changed rows at once, changed columns after a delay without further
 * changes, repeats never.
 */
export class ResizeDebouncer implements Disposable {
  private timer: Disposable | undefined;
  private latest: Dimensions | undefined;

  constructor(
    private readonly clock: Clock,
    private applied: Dimensions | undefined,
    private readonly apply: (size: Dimensions) => void,
  ) {}

  push(size: Dimensions): void {
    if (isSameSize(size, this.latest ?? this.applied)) {
      return;
    }
    this.timer?.dispose();
    this.latest = size;
    if (size.cols === this.applied?.cols) {
      this.applyLatest();
    } else {
      this.timer = this.clock.schedule(COLUMNS_DELAY_MS, () => this.applyLatest());
    }
  }

  dispose(): void {
    this.timer?.dispose();
  }

  private applyLatest(): void {
    const size = this.latest;
    this.latest = undefined;
    if (size && !isSameSize(size, this.applied)) {
      this.applied = size;
      this.apply(size);
    }
  }
}
