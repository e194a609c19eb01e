import { settledWithin, type Clock } from '../base/clock';
import type { AnswerReader } from './answerReader';

/** Time limit for reading the answer once more after the ask has ended, in milliseconds. */
const LAST_READ_MS = 1000;

/** The known part of an answer: previewed while it grows, and reported if the ask fails. */
export class AnswerSoFar {
  private previewed = '';
  /** The last known text of the answer. */
  private lastText = '';

  constructor(
    private readonly reader: AnswerReader,
    private readonly clock: Clock,
  ) {}

  /** Reads the current state of the answer. */
  async peek(): ReturnType<AnswerReader['peek']> {
    const answer = await this.reader.peek();
    this.remember(answer.text);
    return answer;
  }

  /** Returns the answer so far if it has grown since the last call; else undefined. */
  async preview(): Promise<string | undefined> {
    const text = await this.reader.preview();
    if (text.length <= this.previewed.length) {
      return undefined;
    }
    this.previewed = text;
    this.remember(text);
    return text;
  }

  /** Reads the answer once more; if that fails or takes too long, returns the last known text. */
  async readLast(): Promise<string> {
    await settledWithin(this.clock, LAST_READ_MS, this.peek());
    return this.lastText;
  }

  private remember(text: string): void {
    this.lastText = text === '' ? this.lastText : text;
  }
}
