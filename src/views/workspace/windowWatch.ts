import { settledWithin, type Clock } from '../../base/clock';

/**
 * How long a window may take to answer, in milliseconds. A window that is open answers in a few
 * milliseconds and seldom takes more than a second. A window that is no longer open never answers.
 */
const ANSWER_LIMIT_MS = 3_000;

/**
 * Determines whether the window is open. On a server, the extension host may outlive a reload by
 * hours while it waits for its window to reconnect; until then the window does not answer.
 */
export class WindowWatch {
  private unanswered: Promise<unknown> | undefined;

  /** @param request sends any request to the window's own process, outside this one. */
  constructor(
    private readonly clock: Clock,
    private readonly request: () => PromiseLike<unknown>,
  ) {}

  /**
   * Whether the window answers within {@link ANSWER_LIMIT_MS}. Does not send another request while
   * one is unanswered.
   */
  async isWatched(): Promise<boolean> {
    const answer = (this.unanswered ??= this.ask());
    return (await settledWithin(this.clock, ANSWER_LIMIT_MS, answer)) === 'settled';
  }

  private async ask(): Promise<void> {
    try {
      await this.request();
    } catch {
      // An error is an answer, too.
    } finally {
      this.unanswered = undefined;
    }
  }
}
