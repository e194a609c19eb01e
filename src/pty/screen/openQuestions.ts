import type { Clock } from '../../base/clock';
import { MAX_OPEN_QUESTIONS } from '../limits';
import { QueryFinder } from './escapes/queryFinder';

/** A program that was not answered for this long has given up; milliseconds. */
const ASKED_LIMIT_MS = 2000;

/** Queries and the form of their answers (xterm's "Control Sequences"). */
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

/** The queries of a program that the answering terminal has received and not answered. */
export class OpenQuestions {
  private readonly finder = new QueryFinder();
  /** In the order in which they were sent. */
  private open: Question[] = [];

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  /** Records the queries in output that the terminal receives. */
  push(output: Uint8Array): void {
    for (const text of this.finder.push(output)) {
      const answers = DIALOGUES.find(({ asks }) => asks.test(text))?.answers;
      this.open.push({ text, answers, askedAt: this.clock.monotonic() });
    }
    this.open.splice(0, this.open.length - MAX_OPEN_QUESTIONS);
  }

  /** Records an answer. Terminals answer in order, so earlier queries are never answered. */
  close(answer: string): void {
    const index = this.open.findIndex(({ answers }) => answers?.test(answer));
    this.open.splice(0, index + 1);
  }

  /** Returns and clears the open queries, for another party to answer. */
  take(): string {
    const since = this.clock.monotonic() - ASKED_LIMIT_MS;
    const asked = this.open.filter(({ askedAt }) => askedAt >= since);
    this.open = [];
    return asked.map(({ text }) => text).join('');
  }
}
