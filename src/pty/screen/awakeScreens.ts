import { MAX_RESTING_SCREENS } from '../limits';

/** A screen that is not compressed and is not used. */
export interface RestingScreen {
  /** Compresses the screen, unless it was read lately. Returns whether it does. */
  sleepEarly(): boolean;
}

/**
 * The uncompressed, unused screens of a process. If there are too many, the oldest is compressed.
 */
export class AwakeScreens {
  /** In the order in which they became unused. */
  private readonly resting = new Set<RestingScreen>();

  add(screen: RestingScreen): void {
    this.resting.delete(screen);
    this.resting.add(screen);
    for (const oldest of this.resting) {
      if (this.resting.size <= MAX_RESTING_SCREENS) {
        return;
      }
      if (oldest.sleepEarly()) {
        this.resting.delete(oldest);
      }
    }
  }

  delete(screen: RestingScreen): void {
    this.resting.delete(screen);
  }
}
