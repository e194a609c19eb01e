import { existsSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Clock } from '../../base/clock';
import { DisposableStore, toDisposable, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { isHostAlive, readHostLockfile } from './hostLockfile';

/** The files by which windows find a host. */
export interface WatchedHostFiles {
  readonly lockfile: string;
  readonly socketPath: string;
  /** The host's id in its lock file. */
  readonly host: string;
}

/** `gone`: the host's files were removed. `taken`: its lock file names another running host. */
export type HostFilesLoss = 'gone' | 'taken';

/**
 * The delay from a change to the check, in milliseconds: the removal of a directory takes several
 * steps.
 */
const SETTLE_MS = 500;

/**
 * Calls back once when the lock file or the socket is removed or replaced. Watches their
 * directories and does not poll; where the system cannot watch them, only {@link check} detects a
 * loss.
 */
export class LockfileWatcher implements Disposable {
  private readonly store = new DisposableStore();
  private readonly timer: Timer;
  private watching: Disposable | undefined;

  constructor(
    private readonly files: WatchedHostFiles,
    clock: Clock,
    private readonly handleLoss: (loss: HostFilesLoss) => void,
  ) {
    this.timer = this.store.add(new Timer(clock));
    this.restartWatches();
  }

  /** Schedules a check, for callers that have reason to expect a loss. */
  check(): void {
    if (!this.timer.isRunning) {
      this.timer.start(SETTLE_MS, () => void this.checkNow());
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  /**
   * The watch of a directory that was replaced reports nothing more, so each check starts new
   * watches.
   */
  private restartWatches(): void {
    if (this.watching) {
      this.store.delete(this.watching);
    }
    const { lockfile, socketPath } = this.files;
    const directories = process.platform === 'win32' ? [lockfile] : [lockfile, socketPath];
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
      // The system has reached its limit of watches, or cannot watch this directory; callers of
      // `check` remain.
    }
  }

  /**
   * Ignores other files of the directory, such as the growing log. If the directory itself is moved
   * or removed, the event has its own name.
   */
  private handleChange(directory: string, name: string): void {
    const { lockfile, socketPath } = this.files;
    const isRelevant = [lockfile, socketPath, directory].some((path) => basename(path) === name);
    if (isRelevant || !existsSync(directory)) {
      this.check();
    }
  }

  private async checkNow(): Promise<void> {
    const loss = await findLoss(this.files);
    if (this.store.isDisposed) {
      return;
    }
    if (loss) {
      this.dispose();
      this.handleLoss(loss);
    } else {
      this.restartWatches();
    }
  }
}

async function findLoss({
  lockfile,
  socketPath,
  host,
}: WatchedHostFiles): Promise<HostFilesLoss | undefined> {
  const found = await readHostLockfile(lockfile);
  if (found && found.host !== host && isHostAlive(found)) {
    return 'taken';
  }
  const hasSocket = process.platform === 'win32' || existsSync(socketPath);
  return found?.host === host && hasSocket ? undefined : 'gone';
}
