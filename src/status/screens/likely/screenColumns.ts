import { columnsOf } from '../../../pty/screen/xterm/screenUnicode';

/** A row without characters of two columns or of none. */
const PLAIN = /^[ -~¡-ʯ\u2010-\u2027\u2190-\u22ff\u2500-\u25fc]*$/;

/** The second column of a wide character, and a character outside of Unicode's first plane in one. */
export const FILLER = '\u200b';
const OTHER = '\ufffd';

/** The row with one character, or half a pair of surrogates, for each column. */
export function toColumns(row: string): string {
  if (PLAIN.test(row)) {
    return row;
  }
  const toColumn = (one: string): string => {
    const width = columnsOf(one.codePointAt(0) ?? 0);
    return width === 0 ? '' : width === one.length ? one : width === 2 ? one + FILLER : OTHER;
  };
  return [...row].map(toColumn).join('');
}

/** Whether a column is blank, also behind the end of the row. */
export function isBlank(row: string, column: number): boolean {
  return (row[column] ?? ' ') === ' ';
}
