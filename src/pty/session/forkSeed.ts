import { toOneLine } from '../../base/text/oneLine';
import { LAST_SCREEN_MARK } from './lastScreenSeed';

/** The beginning of the line below the copy of the parent's screen. */
const MARK = '[Forked from ';
/** The beginnings of the lines that end a seed. */
const MARKS: readonly string[] = [MARK, LAST_SCREEN_MARK];

/**
 * Returns the first content of a fork's screen: `shown`, the screen of its parent, then a line that
 * marks it as a copy, since the fork's own programs wrote none of it.
 */
export function formatSeed(shown: string, parentLabel: string): string {
  return `${shown}\x1b[2m${MARK}${toOneLine(parentLabel)}: the rows above are a copy of its screen.]\x1b[0m\r\n`;
}

/**
 * Replaces the rows that come from a seed (a copy of the parent's screen, or an earlier screen of
 * the session) with empty ones.
 */
export function blankSeed(rows: readonly string[]): readonly string[] {
  const end = rows.findLastIndex((row) => MARKS.some((mark) => row.startsWith(mark)));
  return rows.map((row, at) => (at <= end ? '' : row));
}
