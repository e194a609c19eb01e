import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import type { UnusedScreen, UnusedScreens } from './unusedScreens';

/**
 * An unused screen is compressed this long after its last use, and much waiting output this long after
 * the last of it; milliseconds.
 */
export const COMPRESS_AFTER_MS = 30_000;

/**
 * Another read may follow within this time, so the screen is not compressed even if there are many.
 */
const READ_AGAIN_MS = 2000;

interface ScreenCompressionDeps {
  readonly clock: Clock;
  /** Shared by all screens of a process. */
  readonly unused: Pick<UnusedScreens, 'add' | 'delete'>;
  /** Whether it holds a terminal that is not in use. */
  isUnused(): boolean;
  /** Whether output waits to be parsed. */
  hasBacklog(): boolean;
  /** Whether no terminal exists, and much output waits that is not compressed. */
  isWaiting(): boolean;
  /** Compresses that output. */
  packOutput(): Promise<void>;
  /** Compresses the screen. Rejects if the screen is gone. */
  compress(): Promise<void>;
}

/** Compresses an unused screen, after a while or if there are too many, and output that waits for long. */
export class ScreenCompression implements Disposable, UnusedScreen {
  private readonly timer: Timer;
  private readAt = -READ_AGAIN_MS;
  private writtenAt = 0;

  constructor(private readonly deps: ScreenCompressionDeps) {
    this.timer = new Timer(deps.clock);
  }

  handleRead(): void {
    this.readAt = this.deps.clock.monotonic();
  }

  /** Called after output that is not parsed now. */
  handleOutput(): void {
    if (this.deps.isWaiting()) {
      this.writtenAt = this.deps.clock.monotonic();
      if (!this.timer.isRunning) {
        this.timer.start(COMPRESS_AFTER_MS, () => this.packIfQuiet());
      }
    }
  }

  /** Called when the use of the screen may have changed. */
  update(): void {
    this.timer.stop();
    if (this.deps.isUnused()) {
      this.timer.start(COMPRESS_AFTER_MS, () => this.compressIfUnused());
      this.deps.unused.add(this);
    } else {
      this.deps.unused.delete(this);
    }
  }

  compressEarly(): Promise<void> | undefined {
    const isRecentlyRead = this.deps.clock.monotonic() < this.readAt + READ_AGAIN_MS;
    const isFree = this.deps.isUnused() && !this.deps.hasBacklog() && !isRecentlyRead;
    return isFree ? this.compress() : undefined;
  }

  dispose(): void {
    this.timer.dispose();
    this.deps.unused.delete(this);
  }

  private compressIfUnused(): void {
    if (this.deps.isUnused()) {
      void this.compress();
    }
  }

  private packIfQuiet(): void {
    const leftMs = this.writtenAt + COMPRESS_AFTER_MS - this.deps.clock.monotonic();
    if (this.deps.isWaiting() && leftMs > 0) {
      this.timer.start(leftMs, () => this.packIfQuiet());
    } else if (this.deps.isWaiting()) {
      void this.deps.packOutput();
    }
  }

  private async compress(): Promise<void> {
    // Rejects after disposal, when nothing needs to be compressed, and if workers fail at it.
    await this.deps.compress().catch(() => undefined);
  }
}
