import { settledWithin, type Clock } from '../base/clock';
import { SessionError } from '../base/errors';
import { Timer } from '../base/timer';

/** The waits of one ask. Steps of other parts may never settle, so each wait ends with the ask. */
export class AskWaits {
  readonly sleeper: InterruptibleSleep;
  private readonly untilHalted = new UntilHalted();
  private readonly closing = new AbortController();
  private readonly closed: Promise<void>;

  constructor(
    private readonly clock: Clock,
    /** Throws the error of an ask that has ended early. */
    private readonly throwIfHalted: () => Promise<void>,
  ) {
    this.sleeper = new InterruptibleSleep(clock);
    this.closed = new Promise((resolve) =>
      this.closing.signal.addEventListener('abort', () => resolve()),
    );
  }

  get isClosed(): boolean {
    return this.closing.signal.aborted;
  }

  /** Ends all waits but those of {@link settled}. */
  halt(): void {
    this.untilHalted.halt();
    this.sleeper.wake();
  }

  /** Ends the waits of {@link settled} and {@link unlessClosed}. */
  close(): void {
    this.closing.abort();
    this.sleeper.wake();
  }

  /** Settles with the step, or rejects at the halt. */
  orHalt<T>(step: Promise<T>): Promise<T> {
    return this.untilHalted.wait(step);
  }

  whileRunning<T>(step: Promise<T>): Promise<T> {
    return this.orHalt(step).catch(async (error: unknown) => {
      // A failure caused by the end of the ask, such as reading a session that is gone, is reported
      // as that end.
      await this.throwIfHalted();
      throw error;
    });
  }

  /** Resolves with the result of a check; undefined if the session host did not answer in time. */
  tolerateTimeout<T>(step: Promise<T>): Promise<T | undefined> {
    return this.whileRunning(
      step.catch((error: unknown) => {
        if (SessionError.is(error, 'TIMEOUT')) {
          return undefined;
        }
        throw error;
      }),
    );
  }

  /** Waits for a step, up to the limit or until the ask is closed. */
  async settled(limitMs: number, step: Promise<void>): Promise<void> {
    await settledWithin(this.clock, limitMs, Promise.race([step, this.closed]));
  }

  /** Resolves with the result of a step; with false once the ask is closed. */
  unlessClosed(step: Promise<boolean>): Promise<boolean> {
    return Promise.race([step, this.closed.then(() => false)]);
  }
}

/**
 * Stops waiting for steps of other parts, which may never settle, once the ask is halted. Keeps no
 * reference to settled steps.
 */
export class UntilHalted {
  private readonly leave = new Set<() => void>();
  private isHalted = false;

  halt(): void {
    this.isHalted = true;
    this.leave.forEach((leave) => leave());
  }

  wait<T>(step: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const leave = (): void => reject(new Error('The caller no longer waits for the answer.'));
      this.leave.add(leave);
      void step.then(resolve, reject).finally(() => this.leave.delete(leave));
      if (this.isHalted) {
        leave();
      }
    });
  }
}

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
