/** Runs asynchronous tasks one at a time, in the order in which they are added. */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  /**
   * Runs `task` after the tasks added before it. Settles as the task does; a failure does not stop
   * later tasks.
   */
  run<T>(task: () => Promise<T>): Promise<T> {
    const done = this.last.then(task);
    this.last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when all tasks added so far have settled. Never rejects. */
  async whenIdle(): Promise<void> {
    await this.last;
  }
}
