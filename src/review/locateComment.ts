import { MAX_QUOTE_CHARS, MAX_QUOTE_LINES } from './limits';
import { countLines, type ReviewComment } from './taskReview';

/** Where the lines of a comment are now. */
export interface Located {
  /** The first line, from 1. */
  readonly line: number;
  /** The last line. */
  readonly endLine: number;
  /** Whether the lines are no longer there as they were: `line` is then where they stood. */
  readonly isOutdated: boolean;
}

type Anchor = Pick<ReviewComment, 'after' | 'before' | 'line' | 'lines' | 'quote'>;

/** Lines without any are alike in many places. */
const WORD = /[\p{L}\p{N}]/u;

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
  const all = lines.slice(from - 1, to);
  const above = from > 1 ? lines[from - 2] : undefined;
  const below = lines[from - 1 + all.length];
  return from < 1 || all.length === 0
    ? undefined
    : {
        line: from,
        lines: all.length,
        quote: all.slice(0, MAX_QUOTE_LINES).map(cutLine),
        ...(above !== undefined && { before: cutLine(above) }),
        ...(below !== undefined && { after: cutLine(below) }),
      };
}

/**
 * Returns a function that finds comments in a text by their lines. Lines that are there once, and are more than
 * punctuation, are found anywhere; others only beside the line above or below them, nearest to where they stood.
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
  return (comment) => {
    const { before, after, line, quote } = comment;
    const count = countLines(comment);
    const isAt = (index: number): boolean =>
      quote.every((quoted, offset) => lines[index + offset] === quoted);
    const all = (places.get(quote[0] ?? '') ?? []).filter(isAt);
    const isBelow = (index: number): boolean => lines[index - 1] === before;
    const isAbove = (index: number): boolean => lines[index + count] === after;
    const isDistinct = all.length === 1 && quote.some((quoted) => WORD.test(quoted));
    const beside = all.filter((index) => isBelow(index) || isAbove(index));
    const between = beside.filter((index) => isBelow(index) && isAbove(index));
    const candidates = isDistinct ? all : between.length > 0 ? between : beside;
    const found = nearest(candidates, line - 1);
    const first = found ?? Math.min(line, lines.length) - 1;
    return {
      line: first + 1,
      endLine: found === undefined ? first + 1 : Math.min(first + count, lines.length),
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
