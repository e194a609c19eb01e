import { MAX_RESTING_SCREENS } from '../limits';

/** A screen that holds its rows unpacked, and has nothing to do. */
export interface RestingScreen {
  /** Puts it away if nobody has looked at it lately; says whether it does. */
  sleepEarly(): boolean;
}

/** The screens of a process that are awake with nothing to do: when they are many, the oldest goes to sleep. */
export class AwakeScreens {
  /** In the order in which they came to rest. */
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
