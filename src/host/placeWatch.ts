import { existsSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Clock } from '../base/clock';
import { DisposableStore, toDisposable, type Disposable } from '../base/lifecycle';
import { Timer } from '../base/timer';

/** After a sign how long it takes until it is looked, in milliseconds: whoever removes a directory is to be done with it. */
const SETTLE_MS = 500;

/**
 * Tells once that the file which names a host is gone. It waits for signs and asks nothing by itself:
 * of the system, where that watches directories, and of who calls {@link check}.
 */
export class PlaceWatch implements Disposable {
  private readonly store = new DisposableStore();
  private readonly timer: Timer;

  constructor(
    private readonly path: string,
    clock: Clock,
    private readonly handleGone: () => void,
  ) {
    this.timer = this.store.add(new Timer(clock));
    this.watch();
  }

  /** The file may be gone. */
  check(): void {
    if (!this.timer.isRunning) {
      this.timer.start(SETTLE_MS, () => this.look());
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private watch(): void {
    try {
      const watcher = watch(dirname(this.path), { persistent: false });
      this.store.add(toDisposable(() => watcher.close()));
      watcher.on('change', (_, name) => this.handleChange(String(name)));
      watcher.on('error', () => this.check());
    } catch {
      // The system watches no more directories, or none of this kind: there are other signs.
    }
  }

  /** A log that grows beside it is no sign. */
  private handleChange(name: string): void {
    const isOther = existsSync(dirname(this.path)) && name !== basename(this.path);
    if (!isOther) {
      this.check();
    }
  }

  private look(): void {
    if (!existsSync(this.path)) {
      this.dispose();
      this.handleGone();
    }
  }
}
