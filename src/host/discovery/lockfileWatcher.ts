import { existsSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Clock } from '../../base/clock';
import { DisposableStore, toDisposable, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { isHostAlive, readHostLockfile } from './hostLockfile';

/** What a host is found by. */
export interface WatchedPlace {
  readonly entry: string;
  readonly socketPath: string;
  /** What it calls itself in its entry. */
  readonly host: string;
}

/** Its files are gone, or another host that lives has its entry. */
export type PlaceLoss = 'gone' | 'taken';

/** After a sign how long it takes until it is looked, in milliseconds: whoever removes a directory is to be done with it. */
const SETTLE_MS = 500;

/**
 * Tells once that a host is found no more. It waits for signs and asks nothing by itself: of the
 * system, where that watches directories, and of who calls {@link check}.
 */
export class LockfileWatcher implements Disposable {
  private readonly store = new DisposableStore();
  private readonly timer: Timer;
  private watching: Disposable | undefined;

  constructor(
    private readonly place: WatchedPlace,
    clock: Clock,
    private readonly handleLost: (loss: PlaceLoss) => void,
  ) {
    this.timer = this.store.add(new Timer(clock));
    this.watchAnew();
  }

  /** Something may be gone. */
  check(): void {
    if (!this.timer.isRunning) {
      this.timer.start(SETTLE_MS, () => void this.look());
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  /** A directory that another one has replaced tells nothing any more. */
  private watchAnew(): void {
    if (this.watching) {
      this.store.delete(this.watching);
    }
    const { entry, socketPath } = this.place;
    const directories = process.platform === 'win32' ? [entry] : [entry, socketPath];
    const watching = new DisposableStore();
    for (const directory of new Set(directories.map((path) => dirname(path)))) {
      this.watch(directory, watching);
    }
    this.watching = this.store.add(watching);
  }

  private watch(directory: string, watching: DisposableStore): void {
    try {
      const watcher = watch(directory, { persistent: false });
      watching.add(toDisposable(() => watcher.close()));
      watcher.on('change', (_, name) => this.handleChange(directory, String(name)));
      watcher.on('error', () => this.check());
    } catch {
      // The system watches no more directories, or none of this kind: there are other signs.
    }
  }

  /** A log that grows beside it is no sign; that the directory itself is moved or removed is told by its own name. */
  private handleChange(directory: string, name: string): void {
    const { entry, socketPath } = this.place;
    const isSign = [entry, socketPath, directory].some((path) => basename(path) === name);
    if (isSign || !existsSync(directory)) {
      this.check();
    }
  }

  private async look(): Promise<void> {
    const loss = await findLoss(this.place);
    if (this.store.isDisposed) {
      return;
    }
    if (loss) {
      this.dispose();
      this.handleLost(loss);
    } else {
      this.watchAnew();
    }
  }
}

async function findLoss({ entry, socketPath, host }: WatchedPlace): Promise<PlaceLoss | undefined> {
  const said = await readHostLockfile(entry);
  if (said && said.host !== host && isHostAlive(said)) {
    return 'taken';
  }
  const isThere = process.platform === 'win32' || existsSync(socketPath);
  return said?.host === host && isThere ? undefined : 'gone';
}
