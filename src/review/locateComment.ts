import { MAX_QUOTE_CHARS, MAX_QUOTE_LINES } from './limits';
import type { ReviewComment } from './taskReview';

/** Where the lines of a comment are now. */
export interface Located {
  /** The first line, from 1. */
  readonly line: number;
  /** The last line. */
  readonly endLine: number;
  /** Whether the lines are no longer there as they were: `line` is then where they stood. */
  readonly isOutdated: boolean;
}

type Anchor = Pick<ReviewComment, 'before' | 'line' | 'quote'>;

/** A line as comments keep it. */
function cutLine(line: string): string {
  return line.slice(0, MAX_QUOTE_CHARS);
}

/** Splits a text into lines; every kind of line end counts. */
export function toLines(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/);
}

/**
 * What a comment on the lines `from` to `to`, from 1, keeps of them; undefined if there is no such line.
 */
export function anchorAt(lines: readonly string[], from: number, to: number): Anchor | undefined {
  const quote = lines.slice(from - 1, Math.min(to, from - 1 + MAX_QUOTE_LINES)).map(cutLine);
  const above = from > 1 ? lines[from - 2] : undefined;
  return from < 1 || quote.length === 0
    ? undefined
    : { line: from, quote, ...(above !== undefined && { before: cutLine(above) }) };
}

/**
 * Returns a function that finds comments in a text by their lines: at the place nearest to where they
 * stood, of those with the same line above if there is one.
 */
export function createLocator(text: string): (comment: Anchor) => Located {
  const lines = toLines(text).map(cutLine);
  const places = new Map<string, number[]>();
  lines.forEach((line, index) => {
    const known = places.get(line);
    if (known) {
      known.push(index);
    } else {
      places.set(line, [index]);
    }
  });
  return ({ before, line, quote }) => {
    const isAt = (index: number): boolean =>
      quote.every((quoted, offset) => lines[index + offset] === quoted);
    const all = (places.get(quote[0] ?? '') ?? []).filter(isAt);
    const alike = all.filter((index) => lines[index - 1] === before);
    const found = nearest(alike.length > 0 ? alike : all, line - 1);
    const first = found ?? Math.min(line, lines.length) - 1;
    return {
      line: first + 1,
      endLine: found === undefined ? first + 1 : first + quote.length,
      isOutdated: found === undefined,
    };
  };
}

function nearest(places: readonly number[], wanted: number): number | undefined {
  return places.reduce<number | undefined>(
    (best, place) =>
      best === undefined || Math.abs(place - wanted) < Math.abs(best - wanted) ? place : best,
    undefined,
  );
}
