import { MAX_UNUSED_SCREENS } from '../limits';

/** A screen that is not compressed and is not used. */
export interface UnusedScreen {
  /** Compresses the screen, unless it was read lately; then it returns undefined. */
  compressEarly(): Promise<void> | undefined;
}

/**
 * The uncompressed and unused screens of a process, up to `MAX_UNUSED_SCREENS`. If there are more,
 * the one that has been unused longest is compressed.
 */
export class UnusedScreens {
  /** In the order in which they became unused. */
  private readonly unused = new Set<UnusedScreen>();

  add(screen: UnusedScreen): void {
    this.unused.delete(screen);
    this.unused.add(screen);
    void this.compress(MAX_UNUSED_SCREENS);
  }

  delete(screen: UnusedScreen): void {
    this.unused.delete(screen);
  }

  /** Resolves once all are compressed, except those that were read lately. */
  compressAll(): Promise<void> {
    return this.compress(0);
  }

  /** Compresses screens until `most` are left. Resolves once they are compressed. */
  private async compress(most: number): Promise<void> {
    const compressed: Promise<void>[] = [];
    for (const oldest of this.unused) {
      if (this.unused.size <= most) {
        break;
      }
      const compression = oldest.compressEarly();
      if (compression) {
        this.unused.delete(oldest);
        compressed.push(compression);
      }
    }
    await Promise.all(compressed);
  }
}
