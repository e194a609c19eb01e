import { LAST_SCREEN_MARK } from './lastScreenSeed';

/** The line with which a fork's screen begins, below the copy of its parent's. */
const MARK = '[Forked from ';
const MARKS: readonly string[] = [MARK, LAST_SCREEN_MARK];

/**
 * What a fork's screen begins with: what its parent showed, then a line that says so, for none
 * of it was the fork's own doing.
 */
export function formatSeed(shown: string, parentLabel: string): string {
  return `${shown}\x1b[2m${MARK}${parentLabel}: what is above is a copy of its screen.]\x1b[0m\r\n`;
}

/** The rows of a screen, those blank that a seed holds: a parent's, or what was shown before. */
export function blankSeed(rows: readonly string[]): readonly string[] {
  const end = rows.findLastIndex((row) => MARKS.some((mark) => row.startsWith(mark)));
  return rows.map((row, at) => (at <= end ? '' : row));
}
