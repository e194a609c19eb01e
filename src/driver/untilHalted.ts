/**
 * Lets go of who waits for a step of others, which may never settle, once nobody wants it any more. Of
 * steps that have settled nothing is kept.
 */
export class UntilHalted {
  private readonly leave = new Set<() => void>();
  private isHalted = false;

  halt(): void {
    this.isHalted = true;
    this.leave.forEach((leave) => leave());
  }

  /** Settles as the step does, or rejects at the halt. */
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
