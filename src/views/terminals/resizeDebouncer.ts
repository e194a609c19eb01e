import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { isSameSize } from '../../pty/ptyDimensions';
import type { Dimensions } from '../../pty/ptyProcess';

/**
 * VS Code's screen takes a new width up to 100 ms after it was announced; a program
 * that redraws sooner draws for a screen that is not there yet.
 */
const COLUMNS_DELAY_MS = 130;

/** Passes on a terminal's sizes: rows alone at once, columns when they rest, repeats never. */
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
