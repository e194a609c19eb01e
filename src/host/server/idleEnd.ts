import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';

/**
 * Calls `end` when a host has had no sessions and no clients for `idleMs` milliseconds, by the
 * monotonic clock.
 */
export class IdleEnd implements Disposable {
  private readonly store = new DisposableStore();
  private readonly timer: Timer;

  constructor(
    clock: Clock,
    private readonly idleMs: number,
    private readonly end: () => void,
  ) {
    this.timer = this.store.add(new Timer(clock));
  }

  /** Call it whenever it may have changed whether the host has sessions or clients. */
  update(isUsed: boolean): void {
    if (isUsed) {
      this.timer.stop();
    } else if (!this.timer.isRunning) {
      this.timer.start(this.idleMs, () => this.end());
    }
  }

  dispose(): void {
    this.store.dispose();
  }
}
