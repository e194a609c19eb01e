import type { ScreenPart } from '../../providers/model/statusFacts';
import type { VisibleScreen } from '../../pty/sessionService';

/** How many columns of a row are read. No rule needs more, and the limit bounds the cost. */
export const MOST_COLUMNS = 500;

export type ReadableScreen = Pick<VisibleScreen, 'rows' | 'cursor' | 'wrapped'>;

/** The rows of a part of the screen, without blank ones. */
export function rowsOf(part: ScreenPart, { rows, cursor }: ReadableScreen): readonly string[] {
  return cutOut(part, rows, cursor.row).filter(isFilled);
}

function cutOut(part: ScreenPart, rows: readonly string[], cursorRow: number): readonly string[] {
  switch (part.kind) {
    case 'last':
      return rows.filter(isFilled).slice(-part.rows);
    case 'cursor':
      return rows.slice(Math.max(cursorRow - part.rows, 0), cursorRow + part.rows + 1);
    case 'below': {
      const at = rows.findLastIndex((row) => part.row.test(row));
      return at < 0 ? [] : rows.slice(at + 1);
    }
    case 'block':
      return findBlock(part, rows);
  }
}

function findBlock(
  { starts, above }: Extract<ScreenPart, { kind: 'block' }>,
  rows: readonly string[],
): readonly string[] {
  const end = rows.findLastIndex((row) => above.test(row));
  const start = rows.findLastIndex((row, at) => at < end && starts.test(row));
  return start < 0 ? [] : rows.slice(start, end);
}

function isFilled(row: string): boolean {
  return row.trim() !== '';
}

/** Questions that a person reads at a glance are shorter. */
const MOST_CHARS = 300;

/**
 * C0 and C1 controls, and characters that reverse or hide text: bidi marks, zero-width characters,
 * line separators.
 */
const HIDDEN = /[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;

/**
 * A program's text on one line for display: no control characters, no repeated blanks, at most 300
 * characters.
 */
export function toPlainLine(text: string): string {
  const line = text.replace(HIDDEN, ' ').replace(/\s+/g, ' ').trim();
  const characters = [...line.slice(0, MOST_CHARS * 2)];
  return characters.length > MOST_CHARS ? `${characters.slice(0, MOST_CHARS - 1).join('')}…` : line;
}
