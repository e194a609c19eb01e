import type { Clock } from '../../base/clock';
import { MAX_OPEN_QUESTIONS } from '../limits';
import { QueryFinder } from './escapes/queryFinder';

/** A program that has not been answered for so long has given up, in milliseconds. */
const ASKED_LIMIT_MS = 2000;

/** What answers what (xterm's "Control Sequences"), of what is known to be a question, and an answer. */
const DIALOGUES = [
  { asks: /^\x1b\[[0-9;]*c$/, answers: /^\x1b\[\?[0-9;]*c$/ },
  { asks: /^\x1b\[>[0-9;]*c$/, answers: /^\x1b\[>/ },
  { asks: /^\x1b\[5n$/, answers: /^\x1b\[0n$/ },
  { asks: /^\x1b\[\??6n$/, answers: /R$/ },
  { asks: /^\x1b\[\?996n$/, answers: /^\x1b\[\?997;/ },
  { asks: /^\x1b\[.*\$p$/, answers: /\$y$/ },
  { asks: /^\x1b\[\?u$/, answers: /^\x1b\[\?[0-9]+u$/ },
  { asks: /^\x1b\[.*t$/, answers: /^\x1b\[.*t$/ },
  { asks: /^\x1b\[.*q$/, answers: /^\x1bP>/ },
  { asks: /^\x1b\]/, answers: /^\x1b\]/ },
  { asks: /^\x1bP/, answers: /^\x1bP[01]/ },
] as const;

interface Question {
  readonly text: string;
  readonly answers: RegExp | undefined;
  readonly askedAt: number;
}

/** What a program has asked the terminal that is to answer it, and has not been told yet. */
export class OpenQuestions {
  private readonly finder = new QueryFinder();
  /** In the order in which they were asked. */
  private open: Question[] = [];

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  /** Output that the terminal is given. */
  push(output: Uint8Array): void {
    for (const text of this.finder.push(output)) {
      const answers = DIALOGUES.find(({ asks }) => asks.test(text))?.answers;
      this.open.push({ text, answers, askedAt: this.clock.monotonic() });
    }
    this.open.splice(0, this.open.length - MAX_OPEN_QUESTIONS);
  }

  /** The terminal answers, in the order in which it was asked: what came before is never answered. */
  close(answer: string): void {
    const index = this.open.findIndex(({ answers }) => answers?.test(answer));
    this.open.splice(0, index + 1);
  }

  /** What is open still, for another party to answer; nothing is from now on. */
  take(): string {
    const since = this.clock.monotonic() - ASKED_LIMIT_MS;
    const asked = this.open.filter(({ askedAt }) => askedAt >= since);
    this.open = [];
    return asked.map(({ text }) => text).join('');
  }
}
