import { settledWithin, type Clock } from '../../base/clock';

/**
 * How long a window may take to answer, in milliseconds. One that is looked at does so in a few, and
 * seldom needs more than a second; one that nobody has open never does.
 */
const ANSWER_LIMIT_MS = 3_000;

export interface WindowWatchDeps {
  readonly clock: Clock;
  /** Asks the window itself, beyond this process, for anything. */
  readonly ask: () => PromiseLike<unknown>;
}

/**
 * Knows whether anybody has the window open. On a server, the process that extensions run in may
 * outlive a reload by hours, waiting for its window to connect again: until then nothing answers it.
 */
export class WindowWatch {
  private unanswered: Promise<unknown> | undefined;

  constructor(private readonly deps: WindowWatchDeps) {}

  /** Resolves within three seconds. A question that has no answer yet is not asked again. */
  async isWatched(): Promise<boolean> {
    const asked = (this.unanswered ??= this.ask());
    return (await settledWithin(this.deps.clock, ANSWER_LIMIT_MS, asked)) === 'settled';
  }

  private async ask(): Promise<void> {
    try {
      await this.deps.ask();
    } catch {
      // A refusal is an answer, too.
    } finally {
      this.unanswered = undefined;
    }
  }
}
