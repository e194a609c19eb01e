import { settledWithin, type Clock } from '../base/clock';
import type { AnswerReader } from './answerReader';

/** Time limit for reading the answer once more after the ask has ended, in milliseconds. */
const LAST_READ_MS = 1000;

/** The known part of an answer: previewed while it grows, and reported if the ask fails. */
export class AnswerSoFar {
  private previewed = '';
  private lastText = '';

  constructor(
    private readonly reader: AnswerReader,
    private readonly clock: Clock,
  ) {}

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

const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * Whether a text seems incomplete: it ends with a colon, comma or opening bracket, or a bracket or
 * code block is still open.
 */
export function isUnfinished(text: string): boolean {
  const fences = text.match(/^\s*```/gm)?.length ?? 0;
  return /[:,{[(]\s*$/.test(text) || fences % 2 === 1 || hasOpenBracket(text);
}

function hasOpenBracket(text: string): boolean {
  const open: string[] = [];
  for (const [bracket] of text.matchAll(/[()[\]{}]/g)) {
    const opening = PAIRS[bracket];
    if (opening === undefined) {
      open.push(bracket);
    } else if (open.at(-1) === opening) {
      open.pop();
    }
  }
  return open.length > 0;
}
