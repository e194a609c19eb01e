import { MAX_PROCESS_SCREEN_BYTES } from '../limits';
import { UnusedScreens } from './unusedScreens';

/** By how much all screens grow before those that could not shrink are tried again. */
const RETRY_GROWTH = 1.05;

/** A screen whose memory is counted. */
export interface CountedScreen {
  /** Removes scrollback until the screen takes at most `bytes`, if there is enough. */
  shrinkTo(bytes: number): Promise<void>;
}

/**
 * The memory of all screens of a process. If it is too much, unused screens are compressed; then the
 * largest lose scrollback.
 */
export class ProcessScreens {
  readonly unused = new UnusedScreens();
  /** The memory of each screen, compressed or not, in bytes. */
  private readonly sizes = new Map<CountedScreen, number>();
  private total = 0;
  private isShrinking = false;
  /** The limit, or more if the screens could not shrink to it: they are not tried all the time. */
  private shrinkAbove: number;

  constructor(private readonly mostBytes = MAX_PROCESS_SCREEN_BYTES) {
    this.shrinkAbove = mostBytes;
  }

  /** The memory of all screens, in bytes. */
  get bytes(): number {
    return this.total;
  }

  /** Called when the memory of a screen has changed. */
  count(screen: CountedScreen, bytes: number): void {
    this.total += bytes - (this.sizes.get(screen) ?? 0);
    this.sizes.set(screen, bytes);
    if (this.total <= this.mostBytes) {
      this.shrinkAbove = this.mostBytes;
    } else if (this.total > this.shrinkAbove && !this.isShrinking) {
      void this.shrink();
    }
  }

  /** Called when a screen is gone. */
  forget(screen: CountedScreen): void {
    this.total -= this.sizes.get(screen) ?? 0;
    this.sizes.delete(screen);
  }

  /**
   * Compresses what is unused. Then halves the largest screen, and so on; each at most once, since
   * some cannot shrink.
   */
  private async shrink(): Promise<void> {
    this.isShrinking = true;
    await this.unused.compressAll();
    const done = new Set<CountedScreen>();
    for (
      let largest = this.largestExcept(done);
      largest && this.total > this.mostBytes;
      largest = this.largestExcept(done)
    ) {
      done.add(largest);
      // Rejects if the screen is gone, and its memory with it, or cannot be restored.
      await largest.shrinkTo((this.sizes.get(largest) ?? 0) / 2).catch(() => undefined);
    }
    this.isShrinking = false;
    this.shrinkAbove = Math.max(this.mostBytes, this.total * RETRY_GROWTH);
  }

  private largestExcept(done: ReadonlySet<CountedScreen>): CountedScreen | undefined {
    let largest: readonly [CountedScreen, number] | undefined;
    for (const [screen, bytes] of this.sizes) {
      if (!done.has(screen) && bytes > (largest?.[1] ?? 0)) {
        largest = [screen, bytes];
      }
    }
    return largest?.[0];
  }
}
