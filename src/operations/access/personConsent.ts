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

/** How a window asks the person. */
interface ConsentDialogs {
  /** Resolves with the answer; the first one is the default. Undefined: the person has dismissed the question. */
  ask(question: {
    readonly message: string;
    readonly detail: string;
    readonly answers: readonly string[];
  }): Promise<string | undefined>;
  showNotice(notice: string): void;
}

/** Asks the person in a window whether a program may go on, one question after another. */
export class PersonConsent {
  private readonly queue = new SerialQueue();
  private dialogs: ConsentDialogs | undefined;

  /** Has a window ask, until the result is disposed. */
  register(dialogs: ConsentDialogs): Disposable {
    this.dialogs = dialogs;
    return toDisposable(() => (this.dialogs = undefined));
  }

  /**
   * For a caller that has more to do before it asks.
   * @throws {SessionError} `ILLEGAL_STATE` without a window.
   */
  requireWindow(): ConsentDialogs {
    if (!this.dialogs) {
      throw new SessionError(
        'ILLEGAL_STATE',
        'This needs a window of VS Code, where the person is asked: open the folder there.',
      );
    }
    return this.dialogs;
  }

  /**
   * Resolves when the person has consented.
   * @throws {SessionError} `ILLEGAL_STATE` without a window, and if the person does not consent.
   * @throws the signal's reason once it is aborted, while the question stays open. A notice follows if the person then consents.
   */
  async require(question: ConsentQuestion, signal: AbortSignal): Promise<void> {
    const answered = this.queue.run(() => {
      signal.throwIfAborted();
      return this.ask(question, signal);
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

  private async ask(
    { answer, detail, message }: ConsentQuestion,
    signal: AbortSignal,
  ): Promise<boolean> {
    const dialogs = this.requireWindow();
    // Consent is not the default: a person who presses Enter in a terminal as the question opens would give it.
    const answers = [`Do Not ${answer}`, answer];
    const isConsenting = (await dialogs.ask({ message, detail, answers })) === answer;
    if (isConsenting && signal.aborted) {
      dialogs.showNotice(
        `${message} Nothing was done, because the program that asked for it has left.`,
      );
    }
    return isConsenting;
  }
}
