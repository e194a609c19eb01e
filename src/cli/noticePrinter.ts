import { toPrintable } from './output';

/** How many of the last notices an answer is compared with. */
const MAX_REMEMBERED = 100;

/**
 * Prints notices for the person, each on a line. A core in this process reports the notices of a
 * start, and the answer to the verb that requested the start has them again: they are printed once.
 */
export class NoticePrinter {
  private readonly printed: string[] = [];

  constructor(private readonly stderr: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>) {}

  /** Prints a notice of a core in this process. */
  readonly print = (notice: string): void => {
    this.printed.push(notice);
    if (this.printed.length > MAX_REMEMBERED) {
      this.printed.shift();
    }
    this.stderr.write(`agent-terminals: ${toPrintable(this.stderr, notice)}\n`);
  };

  /** Prints the notices of an answer that are not printed yet, equal ones of several sessions once. */
  readonly printAnswer = (notices: readonly string[]): void => {
    const isNew = (notice: string): boolean => !this.printed.includes(notice);
    [...new Set(notices)].filter(isNew).forEach(this.print);
  };
}
