import { columnsOf } from '../pty/screen/xterm/screenUnicode';

/**
 * Text that begins a new line even if the row above is full: list items, quotes, tables and
 * headings.
 */
const OWN_LINE = /^\s*(?:[-*+•◦] |\d+[.)] |[#>|│┌├└╭╰─━`~]|$)/u;

/** Scripts without blanks between words. */
const UNSPACED_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** Columns at the right that programs may leave empty. */
const MARGIN = 4;

/**
 * With this many free columns only an address or a path was too long for the row, not an ordinary
 * word.
 */
const WIDE_GAP = 24;
const ADDRESS = /^[^\s(){}[\]<>"'`;,=]*\/[^\s(){}[\]<>"'`;,]*$/u;

/** Ends of rows that are code, and of rows that may be code. */
const CODE_END = /(?:[;{}[(]|=>)$/u;
const MAYBE_CODE_END = /[),:\]"'`]$/u;

/**
 * Beginnings of rows that continue code: a closing bracket, a call, an index, an assignment or a
 * declaration.
 */
const CODE_BEGIN =
  /^\s*(?:[)\]}]|[\w$]+(?:\.[\w$]+)*(?:[([]\S| [-+*/%|&]?= )|(?:const|let|var|def|class) \w+(?:[(:]| =))/u;

/**
 * Whether the terminal has wrapped some of these rows. Then their program leaves wrapping to the
 * terminal, which has joined them already.
 */
export function areTerminalWrapped(rows: readonly string[], columns: number): boolean {
  return rows.some((row) => widthOf(row) > columns);
}

/**
 * Joins rows that a program has wrapped itself. A row continues in the next one if that one's first
 * word did not fit into it, the next one is not indented less, and neither is code.
 */
export function joinRows(rows: readonly string[], columns: number): readonly string[] {
  const joined: string[] = [];
  let last = '';
  for (const row of rows) {
    const line = joined.at(-1);
    if (line !== undefined && isWrapped(last, row, columns)) {
      joined[joined.length - 1] = line + (isCutInside(last, row) ? '' : ' ') + row.trimStart();
    } else {
      joined.push(row);
    }
    last = row;
  }
  return joined;
}

function isWrapped(row: string, next: string, columns: number): boolean {
  if (row.trim() === '' || OWN_LINE.test(next) || /^\s*[|│┌├└╭╰─`~]/u.test(row)) {
    return false;
  }
  const [word = ''] = next.trimStart().split(' ');
  const free = columns - MARGIN - widthOf(row) - 1;
  const isFull = widthOf(word) > free && (free < WIDE_GAP || ADDRESS.test(word));
  const fits = widthOf(row) <= columns;
  return isFull && fits && indentOf(next) >= indentOf(row) && !isCode(row, next);
}

function isCode(row: string, next: string): boolean {
  return CODE_END.test(row) || (MAYBE_CODE_END.test(row) && CODE_BEGIN.test(next));
}

/**
 * Whether the break is inside a word: the word was too long for the row, or its script has no
 * blanks.
 */
function isCutInside(row: string, next: string): boolean {
  return (
    !/\s/.test(row.trim()) ||
    (UNSPACED_SCRIPTS.test(row.slice(-1)) && UNSPACED_SCRIPTS.test(next.trimStart()[0] ?? ''))
  );
}

function indentOf(row: string): number {
  return row.length - row.trimStart().length;
}

function widthOf(text: string): number {
  return [...text].reduce((sum, char) => sum + columnsOf(char.codePointAt(0) ?? 0), 0);
}
