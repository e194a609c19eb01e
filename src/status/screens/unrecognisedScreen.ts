/**
 * How long a screen must not change until it counts; milliseconds. At its start an agent shows what its shell
 * or its installer has written, and draws nothing for more than five seconds on a busy machine.
 */
const SETTLED_MS = { atStart: 10_000, later: 2000 } as const;

interface Beginning {
  /** Whether it may show a question of the agent. A page that the person has just opened does not. */
  readonly mayAsk: boolean;
  /** Whether no earlier screen of the agent was recognised. */
  readonly isFirst: boolean;
}

/** What an agent shows from the first screen that its rules do not recognise to the next one that they do. */
export class UnrecognisedScreen {
  private shown: string | undefined;
  private hasWords = false;
  /** Since when it has not changed; milliseconds since 1970. */
  unchangedSince = -Infinity;

  constructor(private readonly begin: Beginning) {}

  show(
    rows: readonly string[],
    { at, hasWords }: { readonly at: number; readonly hasWords: boolean },
  ): void {
    const shown = rows.join('\n');
    if (shown !== this.shown) {
      this.shown = shown;
      this.hasWords = hasWords;
      this.unchangedSince = at;
    }
  }

  /** When it counts as a question, unless it changes before; undefined: never. */
  get asksAt(): number | undefined {
    const { mayAsk, isFirst } = this.begin;
    const settledMs = SETTLED_MS[isFirst ? 'atStart' : 'later'];
    return mayAsk && this.hasWords ? this.unchangedSince + settledMs : undefined;
  }
}
