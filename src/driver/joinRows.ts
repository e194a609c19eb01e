import { boundedUnicode11 } from '../pty/screen/screenUnicode';

const widths = boundedUnicode11();

/** What begins a line of its own, however full the row above is. */
const OWN_LINE = /^\s*(?:[-*+•◦] |\d+[.)] |[#>|│┌├└╭╰─━`~]|$)/u;

/** Writings that have no blanks between words. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** Columns at the right that programs leave free. */
const MARGIN = 4;

/** So many columns are left free for want of a place for no ordinary word, but an address or a path. */
const ROOMY = 24;
const ADDRESS = /^[^\s(){}[\]<>"'`;,=]*\/[^\s(){}[\]<>"'`;,]*$/u;

/** How a row ends that is code, and how one may that is. */
const CODE_END = /(?:[;{}[(]|=>)$/u;
const MAYBE_CODE_END = /[),:\]"'`]$/u;

/** How code goes on below: a bracket is closed, something is called, taken or set. */
const CODE_BEGIN =
  /^\s*(?:[)\]}]|[\w$]+(?:\.[\w$]+)*(?:[([]\S| [-+*/%|&]?= )|(?:const|let|var|def|class) \w+(?:[(:]| =))/u;

/** Whether the terminal has wrapped some of these, so that their program leaves it to that, which joins them. */
export function areTerminalWrapped(rows: readonly string[], columns: number): boolean {
  return rows.some((row) => widthOf(row) > columns);
}

/**
 * Joins what a program has wrapped itself: a row that is so full that the next one's first word had
 * no place in it goes on in that one, where both are indented alike and neither is code.
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
  const isFull = widthOf(word) > free && (free < ROOMY || ADDRESS.test(word));
  const fits = widthOf(row) <= columns;
  return isFull && fits && indentOf(next) >= indentOf(row) && !isCode(row, next);
}

function isCode(row: string, next: string): boolean {
  return CODE_END.test(row) || (MAYBE_CODE_END.test(row) && CODE_BEGIN.test(next));
}

/** Whether a word was too long for the row, or has no blanks after it in its writing. */
function isCutInside(row: string, next: string): boolean {
  return (
    !/\s/.test(row.trim()) || (WIDE.test(row.slice(-1)) && WIDE.test(next.trimStart()[0] ?? ''))
  );
}

function indentOf(row: string): number {
  return row.length - row.trimStart().length;
}

function widthOf(text: string): number {
  return [...text].reduce((sum, char) => sum + widths.wcwidth(char.codePointAt(0) ?? 0), 0);
}
