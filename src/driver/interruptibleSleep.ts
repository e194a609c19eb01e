import type { Clock } from '../base/clock';
import { Timer } from '../base/timer';

/** Lets one loop sleep until {@link wake} is called or the time is over. */
export class InterruptibleSleep {
  private readonly timer: Timer;
  private resume: (() => void) | undefined;
  private isDue = false;

  constructor(clock: Clock) {
    this.timer = new Timer(clock);
  }

  /** Ends the sleep. Without one, the next sleep ends at once. */
  readonly wake = (): void => {
    this.isDue = true;
    this.resume?.();
  };

  async sleep(ms: number): Promise<void> {
    if (!this.isDue) {
      await new Promise<void>((resolve) => {
        this.resume = resolve;
        this.timer.start(Math.max(ms, 1), resolve);
      });
    }
    this.timer.stop();
    this.resume = undefined;
    this.isDue = false;
  }
}
