import type { Clock } from './clock';
import type { Disposable } from './lifecycle';

/**
 * One delay at a time: a new start replaces the running delay. After disposal, `start` does
 * nothing.
 */
export class Timer implements Disposable {
  private pending: Disposable | undefined;
  private closed = false;

  constructor(private readonly clock: Pick<Clock, 'schedule'>) {}

  get isRunning(): boolean {
    return this.pending !== undefined;
  }

  start(delayMs: number, callback: () => void): void {
    this.stop();
    if (this.closed) {
      return;
    }
    this.pending = this.clock.schedule(delayMs, () => {
      this.pending = undefined;
      callback();
    });
  }

  stop(): void {
    this.pending?.dispose();
    this.pending = undefined;
  }

  dispose(): void {
    this.closed = true;
    this.stop();
  }
}
