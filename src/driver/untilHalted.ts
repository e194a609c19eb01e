/**
 * Stops waiting for steps of other parts, which may never settle, once the ask is halted. Keeps no
 * reference to settled steps.
 */
export class UntilHalted {
  private readonly leave = new Set<() => void>();
  private isHalted = false;

  halt(): void {
    this.isHalted = true;
    this.leave.forEach((leave) => leave());
  }

  /** Settles with the step, or rejects at the halt. */
  wait<T>(step: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const leave = (): void => reject(new Error('The caller no longer waits for the answer.'));
      this.leave.add(leave);
      void step.then(resolve, reject).finally(() => this.leave.delete(leave));
      if (this.isHalted) {
        leave();
      }
    });
  }
}
