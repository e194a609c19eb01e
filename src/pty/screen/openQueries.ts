import type { Clock } from '../../base/clock';
import { MAX_OPEN_QUERIES } from '../limits';
import type { OutputMarks } from './escapes/outputMarks';
import { QueryFinder } from './escapes/queryFinder';

/** A program that was not answered for this long has given up; milliseconds. */
const ANSWER_LIMIT_MS = 2000;

/** Queries and the form of their answers (xterm's "Control Sequences"). */
const QUERIES = [
  { query: /^\x1b\[[0-9;]*c$/, answer: /^\x1b\[\?[0-9;]*c$/ },
  { query: /^\x1b\[>[0-9;]*c$/, answer: /^\x1b\[>/ },
  { query: /^\x1b\[5n$/, answer: /^\x1b\[0n$/ },
  { query: /^\x1b\[\??6n$/, answer: /R$/ },
  { query: /^\x1b\[\?996n$/, answer: /^\x1b\[\?997;/ },
  { query: /^\x1b\[.*\$p$/, answer: /\$y$/ },
  { query: /^\x1b\[\?u$/, answer: /^\x1b\[\?[0-9]+u$/ },
  { query: /^\x1b\[.*t$/, answer: /^\x1b\[.*t$/ },
  { query: /^\x1b\[.*q$/, answer: /^\x1bP>/ },
  { query: /^\x1b\]/, answer: /^\x1b\]/ },
  { query: /^\x1bP/, answer: /^\x1bP[01]/ },
] as const;

interface OpenQuery {
  readonly text: string;
  readonly answer: RegExp | undefined;
  readonly receivedAt: number;
}

/** The queries of a program that the answering terminal has received and not answered. */
export class OpenQueries {
  private readonly finder = new QueryFinder();
  /** In the order in which they were sent. */
  private open: OpenQuery[] = [];

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  /** Records the queries in output that the terminal receives. */
  push(output: Uint8Array, marks?: OutputMarks): void {
    for (const text of this.finder.push(output, marks)) {
      const answer = QUERIES.find(({ query }) => query.test(text))?.answer;
      this.open.push({ text, answer, receivedAt: this.clock.monotonic() });
    }
    this.open.splice(0, this.open.length - MAX_OPEN_QUERIES);
  }

  /** Records an answer. Terminals answer in order, so earlier queries are never answered. */
  close(received: string): void {
    const index = this.open.findIndex(({ answer }) => answer?.test(received));
    this.open.splice(0, index + 1);
  }

  /** Returns and clears the open queries, for another party to answer. */
  take(): string {
    const since = this.clock.monotonic() - ANSWER_LIMIT_MS;
    const recent = this.open.filter(({ receivedAt }) => receivedAt >= since);
    this.open = [];
    return recent.map(({ text }) => text).join('');
  }
}
