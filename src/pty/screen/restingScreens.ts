import { MAX_RESTING_SCREENS } from '../limits';

/** A screen that is not compressed and is not used. */
export interface RestingScreen {
  /** Compresses the screen, unless it was read lately; then it returns undefined. */
  sleepEarly(): Promise<void> | undefined;
}

/**
 * The uncompressed and unused screens of a process, up to `MAX_RESTING_SCREENS`. If there are more,
 * the one that has rested longest is compressed.
 */
export class RestingScreens {
  /** In the order in which they became unused. */
  private readonly resting = new Set<RestingScreen>();

  add(screen: RestingScreen): void {
    this.resting.delete(screen);
    this.resting.add(screen);
    void this.compress(MAX_RESTING_SCREENS);
  }

  delete(screen: RestingScreen): void {
    this.resting.delete(screen);
  }

  /** Resolves once all are compressed, except those that were read lately. */
  compressAll(): Promise<void> {
    return this.compress(0);
  }

  /** Compresses screens until `most` are left. Resolves once they are compressed. */
  private async compress(most: number): Promise<void> {
    const compressed: Promise<void>[] = [];
    for (const oldest of this.resting) {
      if (this.resting.size <= most) {
        break;
      }
      const sleep = oldest.sleepEarly();
      if (sleep) {
        this.resting.delete(oldest);
        compressed.push(sleep);
      }
    }
    await Promise.all(compressed);
  }
}
