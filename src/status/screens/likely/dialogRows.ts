import type { ReadableScreen } from '../screenParts';
import { MOST_HINT_CHARS } from './keyBar';

/** The rows of a screen, up to the last filled one. */
export interface ShownRows {
  /** Without borders; blank rows and those of lines only are empty. */
  readonly rows: readonly string[];
  /** The same rows with borders. */
  readonly drawn: readonly string[];
  readonly cursor: ReadableScreen['cursor'];
  /** How many rows the screen has, blank ones at its end included. */
  readonly height: number;
  /** Whether they are those of a panel that covers other rows. Only dialogs are drawn so. */
  readonly isPanel: boolean;
}

/** Borders of boxes and scroll bars. Replaced by spaces, so that columns stay comparable. */
const BORDERS = /^\s*[│┃║▌▐](?:\s*[│┃║])*|(?:[│┃║▌▐█]\s*)+$/g;

/** A row of lines and corners only. */
const LINE = /^[\s\u2500-\u259f]+$/;
/** A rule across the screen. */
export const RULE = /^\s*[─━═▔▁]{20,}\s*$/;
export const BOX_TOP = /^\s*[╭┌┏╔][─━═]{10,}/;
export const BOX_SIDE = /^\s*[│┃║]/;
/** The upper border of an input that is drawn with half blocks. */
const INPUT_TOP = /^\s*[╻▄]▄{10,}/;
const BOX_BOTTOM = /^\s*[╰└┗╚][─━═]{10,}[╯┘┛╝]?\s*$/;

/** `Enter to select`, `↑↓ navigate`, `esc: back`. */
const KEY = String.raw`(?:\b(?:enter|return|esc(?:ape)?|tab|space(?:bar)?|arrows?|up\/down|ctrl[+-]\w)\b|[↵⏎⇆]|↑\s?\/?\s?↓|←\s?\/?\s?→)[\s:)\]>"'’-]*(?:\bkeys?\b\s*)?`;
const VERB = String.raw`(?:select|confirm|cancel|navigate|choose|continue|submit|move|next|go back|back|exit|quit|skip|accept|toggle|save|close|dismiss|open|scroll|full ?screen|log ?in|sign in)\b`;
const KEY_HINT = new RegExp(String.raw`${KEY}(?:to (?!interrupt)\w+|${VERB})`, 'gi');

/** Enter, with what it does if it chooses. */
const ENTER_CHOOSES =
  /(?:\b(?:enter|return)\b|[↵⏎])[\s:)\]"'’-]*(?:to )?(?:select|confirm|choose|continue|submit|accept|save|open)\b/i;
/** `1/4:select`, `1-3 to choose`. */
const DIGITS_CHOOSE = /\b\d[/-]\d[\s:]*(?:to )?(?:select|choose)\b/i;
const USE_ARROWS =
  /[([–-]\s*use (?:the )?(?:arrow|↑)|^\W*use the arrow keys to (?:navigate|move|select)/i;

/** A row whose only key leaves a dialog: `Esc to cancel`. */
const LEAVES_DIALOG =
  /^\W*(?:press )?(?:esc(?:ape)?|ctrl[+-]c)[\s:]*(?:to )?(?:cancel|exit|quit|close|dismiss|go back)\W*$/i;
const CHOICE_TITLE = /^\W*(?:select|choose|pick)\b[^.]*:$/i;

/** What an input begins with: text to the right is the person's, or a command. */
const INPUT = /(?:^|\s|[\w~)\]])(?!(?<=\d)%)[$%#❯›»>]{1,3}\s/;
/** The row of an input in which something is typed. A mark alone is also a field to search a list. */
export const DRAFT = /^\s*[>❯›$%#]{1,3}\s+\S/;
/** Keys of an input. */
const INPUT_HINT =
  /\b(?:enter|return|tab|ctrl[+-]\w)\b[\s:]*(?:to )?(?:send|steer|queue|newline)\b|\? for shortcuts/i;
const PAGER = /^\s*(?::|\(END\)|--More--.*|lines \d+-\d+.*|```\w*)$/;
const WORKS = /\b(?:esc|ctrl[+-]c)(?: again)? to interrupt\b|^\s*[⠀-⣿] (?!waiting\b)/i;

/** A row of columns, such as a status line with text at both ends or the right one. A person types no such row. */
const COLUMNS = /(?:^ {20}|\S) {8,}\S/;

/** The most rows of a status line below a dialog. */
const MOST_FOOTER = 3;

/** A status line below a box, with text at both ends. */
const STATUS_LINE = /^ {0,3}[^\s│┃║].* {8,}\S/;

/** How far above a menu its question is searched, in rows. */
const QUESTION_ROWS = 15;

/** A row that shows that a list goes on. */
const MORE = /^\s*[▲▼↑↓]?$/;

/** Rows that a diff begins, among the last ones of a screen. */
const DIFF = /^[+-](?![-+─━═]*$)/;
const DIFF_WITHIN = 12;
const LEAST_DIFF = 2;

/** A row of the output of `grep -n`, which a narrow screen wraps. */
const FOUND_IN_FILE = /^[\w./-]+:\d+:/;
const FOUND_WITHIN = 20;
const LEAST_FOUND = 2;

export function toShownRows(screen: readonly string[], cursor: ShownRows['cursor']): ShownRows {
  const rows = screen.map((row) => {
    const text = row.replace(BORDERS, (border) => ' '.repeat(border.length)).trimEnd();
    return LINE.test(text) ? '' : text;
  });
  const drawn = screen.slice(0, screen.findLastIndex((row) => row.trim() !== '') + 1);
  const end = rows.findLastIndex((row) => row !== '') + 1;
  return { rows: rows.slice(0, end), drawn, cursor, height: screen.length, isPanel: false };
}

/** The rows above a status line that is the last one. */
export function withoutStatusLine(shown: ShownRows): ShownRows {
  const { drawn, cursor } = shown;
  const last = drawn.at(-1) ?? '';
  const isStatus = STATUS_LINE.test(last) && !endsText(last);
  return isStatus ? toShownRows(drawn.slice(0, -1), cursor) : shown;
}

/** Whether a row describes at least two keys of a dialog, or the one that chooses. */
export function isKeyHint(row: string): boolean {
  if (row.trim().replace(/ {2,}/g, ' ').length > MOST_HINT_CHARS) {
    return false;
  }
  return (
    (row.match(KEY_HINT) ?? []).length >= 2 ||
    ENTER_CHOOSES.test(row) ||
    DIGITS_CHOOSE.test(row) ||
    USE_ARROWS.test(row)
  );
}

/** Whether a row has only the key that leaves a dialog. */
export function isLeaveHint(row: string): boolean {
  return LEAVES_DIALOG.test(row);
}

/** Whether a row shows that what stands above it is text: an input, a pager, work, a code fence. */
export function endsText(row: string): boolean {
  return INPUT.test(`${row} `) || INPUT_HINT.test(row) || PAGER.test(row) || WORKS.test(row);
}

/**
 * Whether the rows below `last`, except those for which `isOwn` returns true, can be the status line of
 * a dialog's agent. The cursor is behind the text of the row where something is typed.
 */
export function hasFooterOnly(
  { rows, drawn, cursor }: ShownRows,
  last: number,
  isOwn: (row: string) => boolean,
): boolean {
  const isOther = (row: string): boolean => row !== '' && !isOwn(row);
  const footer = rows.slice(last + 1).filter(isOther);
  const atCursor = rows[cursor.row] ?? '';
  const isTyped =
    cursor.row > last &&
    isOther(atCursor) &&
    !COLUMNS.test(atCursor) &&
    isBehindText({ rows, cursor });
  const isText = footer.some(endsText) || drawn.slice(last).some((row) => INPUT_TOP.test(row));
  return footer.length <= MOST_FOOTER && !isText && !isTyped;
}

/** Whether the cursor is behind the text of a row, or a space further, as where a person types. */
export function isBehindText({ rows, cursor }: Pick<ShownRows, 'rows' | 'cursor'>): boolean {
  const { length } = rows[cursor.row] ?? '';
  return length > 0 && [length, length + 1].includes(cursor.column);
}

/** Whether the end of a screen shows a diff, of which no row is the agent's own. */
export function isDiff({ rows }: ShownRows): boolean {
  return rows.slice(-DIFF_WITHIN).filter((row) => DIFF.test(row)).length >= LEAST_DIFF;
}

/** Whether the last of these rows are the output of a search in files. */
export function isSearchOutput(rows: readonly string[]): boolean {
  return rows.slice(-FOUND_WITHIN).filter((row) => FOUND_IN_FILE.test(row)).length >= LEAST_FOUND;
}

/** The nearest row above `at` that asks, also by a title such as `Select a theme:`, and the nearest one with text. */
export function findQuestion(
  { rows, drawn }: Pick<ShownRows, 'rows' | 'drawn'>,
  at: number,
): { readonly asked: string | undefined; readonly title: string | undefined } {
  const isText = (row: string): boolean => row !== '' && !MORE.test(row) && !isKeyHint(row);
  // Above the line that a dialog begins with is the transcript.
  const line = drawn
    .slice(0, at)
    .findLastIndex(
      (row, index) => (RULE.test(row) || BOX_TOP.test(row)) && rows.slice(index, at).some(isText),
    );
  const above = rows.slice(Math.max(at - QUESTION_ROWS, line, 0), at).filter(isText);
  return {
    asked: above.findLast((row) => row.includes('?') || CHOICE_TITLE.test(row)),
    title: above.at(-1),
  };
}

/**
 * Whether a box that is the last thing on the screen contains these rows, and a text above them: an
 * input contains none.
 */
export function isInBox(
  shown: ShownRows,
  { first, last }: { readonly first: number; readonly last: number },
): boolean {
  const top = findLastBox(shown);
  return (
    top !== undefined &&
    top < first &&
    last < shown.drawn.length - 1 &&
    shown.rows.slice(top + 1, first).some((row) => row !== '')
  );
}

/** The row of the upper border of a box that is the last thing on the screen. */
export function findLastBox({ drawn }: Pick<ShownRows, 'drawn'>): number | undefined {
  const top = drawn.findLastIndex((row) => BOX_TOP.test(row));
  const isBox =
    top >= 0 &&
    BOX_BOTTOM.test(drawn.at(-1) ?? '') &&
    drawn.slice(top + 1, -1).every((row) => BOX_SIDE.test(row));
  return isBox ? top : undefined;
}
