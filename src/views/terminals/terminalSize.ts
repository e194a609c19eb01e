import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { isSameSize } from '../../pty/ptyDimensions';
import type { Dimensions } from '../../pty/ptyProcess';

/**
 * VS Code corrects its first guess of a size within 35 to 110 ms after it shows a terminal.
 * Milliseconds.
 */
const SETTLE_MS = 150;

/**
 * Waits for a terminal's true size. The size at opening is often a guess (80x30, or two rows too
 * many). A program that starts at the guess draws everything twice, and a session's screen that is
 * drawn for it ends on the wrong row. Settles once: with the first size that differs from the
 * guess, or after {@link SETTLE_MS} with the guess.
 */
export class TerminalSize implements Disposable {
  private readonly store = new DisposableStore();

  constructor(
    clock: Clock,
    private readonly guess: Dimensions | undefined,
    private readonly onSettled: (size: Dimensions | undefined) => void,
  ) {
    this.store.add(clock.schedule(SETTLE_MS, () => this.settle(guess)));
  }

  update(size: Dimensions): void {
    if (!isSameSize(size, this.guess)) {
      this.settle(size);
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private settle(size: Dimensions | undefined): void {
    if (!this.store.isDisposed) {
      this.store.dispose();
      this.onSettled(size);
    }
  }
}
