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

/** Runs asynchronous tasks, one at a time for each key. */
export class KeyedRuns<T> {
  private readonly runs = new Map<string, Promise<T>>();

  /** Whether a task runs or is about to begin. */
  has(key: string): boolean {
    return this.runs.has(key);
  }

  /** The task that runs; undefined if none does. */
  get(key: string): Promise<T> | undefined {
    return this.runs.get(key);
  }

  /**
   * Returns the task that runs; if none does, runs `task`. It begins after {@link has} returns true,
   * also for what it calls at once.
   */
  run(key: string, task: () => Promise<T>): Promise<T> {
    const run =
      this.runs.get(key) ??
      Promise.resolve()
        .then(task)
        .finally(() => this.runs.delete(key));
    this.runs.set(key, run);
    return run;
  }
}
