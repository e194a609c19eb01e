/** How many characters of a row one of the person's own patterns may see. */
export const USER_PATTERN_COLUMNS = 200;

/**
 * The most ways in which a pattern may be tried on one row. It allows two parts of any length, at
 * any position, and a few alternatives.
 */
const MOST_WAYS = 20_000_000;

const MOST_CHARS = 300;

/** A pattern that is safe to use, or the reason for its refusal, to follow "the pattern ... ". */
type BoundedPattern =
  | {
      readonly kind: 'pattern';
      readonly pattern: RegExp;
      /** The most ways in which it may be tried on one row. */
      readonly ways: number;
    }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Compiles one of the person's own patterns, unless some text could make it run for long. A regular
 * expression tries all combinations of its alternatives. If their number, computed from the source,
 * is too large for one row, the pattern is refused; nested repetition always is.
 */
export function compileBounded(source: string): BoundedPattern {
  if (source.length > MOST_CHARS) {
    return { kind: 'refused', why: `has more than ${MOST_CHARS} characters` };
  }
  try {
    const pattern = new RegExp(source, 'u');
    const starts = source.startsWith('^') ? 1 : USER_PATTERN_COLUMNS;
    const ways = new WaysCounter(source).count() * starts;
    return ways > MOST_WAYS
      ? {
          kind: 'refused',
          why: 'could take too long: it repeats a part that contains alternatives',
        }
      : { kind: 'pattern', pattern, ways };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { kind: 'refused', why: `is not a regular expression: ${why}` };
  }
}

interface Repetition {
  readonly least: number;
  readonly most: number;
}

const ONCE: Repetition = { least: 1, most: 1 };
const REPEATED: Readonly<Record<string, Repetition>> = {
  '*': { least: 0, most: USER_PATTERN_COLUMNS },
  '+': { least: 1, most: USER_PATTERN_COLUMNS },
  '?': { least: 0, most: 1 },
};

/**
 * Counts the ways in which a valid regular expression can match at one position. The result is an
 * upper bound.
 */
class WaysCounter {
  private at = 0;

  constructor(private readonly source: string) {}

  /** Counts up to the end of the current group, or of the source. */
  count(): number {
    let choices = 0;
    let ways = 1;
    while (this.at < this.source.length && this.source[this.at] !== ')') {
      if (this.source[this.at] === '|') {
        this.at++;
        choices += ways;
        ways = 1;
      } else {
        const inside = this.countAtom();
        ways *= repeat(inside, this.readRepetition());
      }
    }
    return choices + ways;
  }

  private countAtom(): number {
    if (this.take(/\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/y)) {
      const inside = this.count();
      this.at++;
      return inside;
    }
    if (this.take(/\\(?:[1-9]|k<)/y)) {
      // A repeated group may be as long as the row.
      return USER_PATTERN_COLUMNS;
    }
    this.take(/\[(?:\\[^]|[^\]\\])*\]|\\[pPu]\{[^}]*\}|\\[^]|[^]/uy);
    return 1;
  }

  private readRepetition(): Repetition {
    const sign = this.take(/[*+?]/y);
    const counted = sign ? undefined : this.take(/\{\d+(?:,\d*)?\}/y);
    if (sign || counted) {
      this.take(/\?/y);
    }
    const [least = '1', most = least] = counted?.slice(1, -1).split(',') ?? [];
    const range = { least: Number(least), most: most === '' ? Infinity : Number(most) };
    return sign ? (REPEATED[sign] ?? ONCE) : range;
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }
}

/** A part that contains alternatives multiplies them with each repetition. */
function repeat(inside: number, { least, most }: Repetition): number {
  const times = Math.min(most, USER_PATTERN_COLUMNS);
  const lengths = Math.max(times - Math.min(least, times), 0) + 1;
  return inside > 1 ? lengths * inside ** times : lengths;
}
