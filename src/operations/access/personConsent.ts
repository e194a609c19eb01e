import { SessionError } from '../../base/errors';
import { toDisposable, type Disposable } from '../../base/lifecycle';
import { SerialQueue } from '../../base/serialQueue';
import { aborted } from '../aborted';

interface ConsentQuestion {
  /** One sentence that ends in a question mark. */
  readonly message: string;
  readonly detail: string;
  /** The button that consents. */
  readonly answer: string;
}

/** Resolves with whether the person consents. */
type Ask = (question: ConsentQuestion) => Promise<boolean>;

/** Asks the person in a window whether a program may go on, one question after another. */
export class PersonConsent {
  private readonly queue = new SerialQueue();
  private ask: Ask | undefined;

  /** Has a window ask, until the result is disposed. */
  register(ask: Ask): Disposable {
    this.ask = ask;
    return toDisposable(() => (this.ask = undefined));
  }

  /**
   * For a caller that has more to do before it asks.
   * @throws {SessionError} `ILLEGAL_STATE` without a window.
   */
  requireWindow(): Ask {
    if (!this.ask) {
      throw new SessionError(
        'ILLEGAL_STATE',
        'This needs a window of VS Code, where the person is asked: open the folder there.',
      );
    }
    return this.ask;
  }

  /**
   * Resolves when the person has consented.
   * @throws {SessionError} `ILLEGAL_STATE` without a window, and if the person does not consent.
   * @throws the signal's reason once it is aborted, while the question stays open.
   */
  async require(question: ConsentQuestion, signal: AbortSignal): Promise<void> {
    const answered = this.queue.run(() => {
      signal.throwIfAborted();
      return this.requireWindow()(question);
    });
    const answer = await Promise.race([answered, aborted(signal)]);
    signal.throwIfAborted();
    if (answer !== true) {
      throw new SessionError(
        'ILLEGAL_STATE',
        'The person was asked and has declined: ask again only if it is still wanted.',
      );
    }
  }
}
