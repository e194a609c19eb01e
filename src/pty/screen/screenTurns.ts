/**
 * How long one screen may parse or write before others have their turn, in milliseconds; a little
 * more passes till it looks. A key waits for it where floods are parsed all the time, and shorter
 * turns cost no more.
 */
const TURN_MS = 1;

/**
 * Shares the event loop among all screens: one has a turn at a time, in the order in
 * which they asked, and the loop runs between any two. So a hundred busy screens block
 * it no longer than one.
 */
export class ScreenTurns {
  private readonly waiting: (() => void)[] = [];
  private endsAt = 0;
  private isScheduled = false;

  constructor(private readonly turnMs = TURN_MS) {}

  /** Whether the turn that runs has used up its time. */
  get isOver(): boolean {
    return performance.now() >= this.endsAt;
  }

  /** Resolves when the caller's turn begins; until `isOver` the loop is its own. */
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
