/**
 * Lets one session start at a time, in the order in which they ask, and the event loop run
 * between any two: a fork holds the loop, and a hundred of them would hold it for seconds.
 */
export class StartTurns {
  private free: Promise<void> = Promise.resolve();

  /** Resolves when the caller may start; at once unless another just did. */
  next(): Promise<void> {
    const turn = this.free;
    this.free = turn.then(() => new Promise((resolve) => setImmediate(resolve)));
    return turn;
  }
}
