/**
 * How long one screen may parse or write before others get a turn, in milliseconds. The check runs
 * between slices, so a turn may take slightly longer. While floods are parsed a keystroke waits for
 * a turn; shorter turns cost the same.
 */
const TURN_MS = 1;

/**
 * Shares the event loop between all screens: one has a turn at a time, in the order of requests,
 * and the loop runs between turns. So a hundred busy screens block it no longer than one.
 */
export class ScreenTurns {
  private readonly waiting: (() => void)[] = [];
  private endsAt = 0;
  private isScheduled = false;

  constructor(private readonly turnMs = TURN_MS) {}

  /** Whether the current turn has used up its time. */
  get isOver(): boolean {
    return performance.now() >= this.endsAt;
  }

  /** Resolves when the caller's turn begins. It ends when `isOver` is true. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.schedule();
    });
  }

  private schedule(): void {
    if (!this.isScheduled) {
      this.isScheduled = true;
      setImmediate(() => this.begin());
    }
  }

  private begin(): void {
    this.isScheduled = false;
    this.endsAt = performance.now() + this.turnMs;
    this.waiting.shift()?.();
    if (this.waiting.length > 0) {
      this.schedule();
    }
  }
}
