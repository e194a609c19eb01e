import type { VisibleScreen } from '../../pty/sessionService';

/**
 * The beginning of an input. Some agents draw a star in place of the angle; it counts only with three
 * spaces after it, because `* ` also begins the row of a list.
 */
const MARK = /^[\s│┃|]*(?:[❯›>](?:\s|$)|\* {3})/u;

const BAR = /^\s*┃ {1,2}/u;

/** What may stand before the text in the further rows of an input. */
const INDENT = /^[\s│┃|]*$/u;

const MOST_ROWS = 50;

/** How far behind the text of a row the cursor can be: dialogs and working agents put it elsewhere. */
const MOST_BLANKS = 4;

/**
 * The text before the cursor in the input of an agent, which most agents draw as `❯ text`, with a
 * line feed for each further row. Empty for an empty input or a placeholder. Undefined if the row of
 * the cursor is not in such an input, so the input cannot be read.
 */
export function readDraft({ rows, cursor }: VisibleScreen): string | undefined {
  const last = rows[cursor.row]?.padEnd(cursor.column).slice(0, cursor.column) ?? '';
  const shown = [...rows.slice(Math.max(0, cursor.row - MOST_ROWS), cursor.row), last];
  const begin = shown.findLastIndex((row) => MARK.test(row));
  const indent = MARK.exec(shown[begin] ?? '')?.[0].length ?? 0;
  const input = shown.slice(Math.max(begin, 0));
  const isInput = cursor.column >= indent && input.slice(1).every((row) => isIndented(row, indent));
  if (begin >= 0 && begin === shown.length - 1) {
    return last.slice(indent).trim();
  }
  if (cursor.column > Math.max((rows[cursor.row] ?? '').length, indent) + MOST_BLANKS) {
    return undefined;
  }
  return begin >= 0 && isInput ? joinRows(input, indent) : readBarred(shown);
}

function joinRows(rows: readonly string[], indent: number): string {
  return rows
    .map((row) => row.slice(indent).replace(/\s*[│┃|]?\s*$/u, ''))
    .join('\n')
    .trim();
}

function isIndented(row: string, indent: number): boolean {
  return INDENT.test(row.slice(0, indent));
}

/** The text of the rows up to the last one that have a bar at the same place. */
function readBarred(shown: readonly string[]): string | undefined {
  const bar = BAR.exec(shown.at(-1) ?? '')?.[0];
  if (bar === undefined) {
    return undefined;
  }
  const other = shown.findLastIndex((row) => !row.startsWith(bar.trimEnd()));
  return joinRows(shown.slice(other + 1), bar.length);
}

/** What the row of the cursor shows after it, without frames: a placeholder or more of the text. */
export function readAfterCursor({ rows, cursor }: VisibleScreen): string {
  return (rows[cursor.row] ?? '')
    .slice(cursor.column)
    .replace(/[\s│┃|█]+$/u, '')
    .trim();
}
