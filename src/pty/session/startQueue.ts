/**
 * Starts one session at a time, in the order of the calls, and lets the event loop run between two
 * starts. A fork blocks the loop, and a hundred of them would block it for seconds.
 */
export class StartQueue {
  private free: Promise<void> = Promise.resolve();

  /** Resolves when the caller may start: at once, or after the starts before it. */
  next(): Promise<void> {
    const started = this.free;
    this.free = started.then(() => new Promise((resolve) => setImmediate(resolve)));
    return started;
  }
}
