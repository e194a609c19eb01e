import { hasFooterOnly, toShownRows, type ShownRows } from './dialogRows';
import { FILLER, isBlank, toColumns } from './screenColumns';
import { readTitle } from './titledSign';

/** A row of a panel, and the columns of the panel, of which `right` is the first behind it. */
interface Found {
  readonly at: number;
  readonly left: number;
  readonly right: number;
  readonly by: 'rule' | 'title' | 'frame';
}

/** The beginning of a rule or a frame that ends without a corner, before blanks. */
const CUT = /^\s*[╭╰┌└┏┗╔╚╹╻]?[─━═▀▄]{2,} {2}/;
const RULE = /[─━═▀▄]/;
const RULES = /[─━═▀▄]{2}/;
const SIDE = /^\s*[│┃║▌]/;
/** A rule that ends at the sides of another box, instead of at its own corners. */
const FRAMED = /^(?<before>\s*[╭╰┌└┏┗╔╚╹╻]?[─━═▀▄]{2,}[│┃║])(?<inside> .* )[│┃║][─━═▀▄]{2}/;
const TOP_CORNERS = /^[╭┌┏╔].*[╮┐┓╗]$/;
const RIGHT_CORNER = /[╮╯┐┘┓┛╗╝]/;

/** Narrower gaps in a rule are between columns of a table. */
const LEAST_COLUMNS = 20;

/** How many columns before a title are blank, the most first: marks of entries can be in some. */
const TITLE_EDGES = [4, 3, 2];

/** The most rows from a title to the field below it, with a sentence between them. */
const FIELD_BELOW = 6;

/**
 * The rows of a panel that is drawn over other rows, cut to its columns; undefined if there is none. It
 * is found by the cursor in a field below its title, or by the frame or rule that it interrupts
 * (`╭────      ────╮`: the cut ends are no corners). A text may quote the latter, so only a status line
 * may be below, and no input.
 *
 * It is assumed that the columns at the edges of a panel are blank, and that characters are as wide as
 * in the product's terminal. A row in which a CLI assumes another width ends the panel.
 */
export function findCoveringPanel(shown: ShownRows): ShownRows | undefined {
  const { drawn, cursor } = shown;
  const found = findTitle(drawn, cursor) ?? findFrame(drawn) ?? findCut(drawn);
  if (!found) {
    return undefined;
  }
  const { at, left, right, by } = found;
  const all = drawn.map(toColumns);
  const isOutside = (row: string): boolean =>
    [left, right - 1].some((column) => !isBlank(row, column));
  const top = by === 'title' ? at : all.slice(0, at).findLastIndex(isOutside) + 1;
  const below = all.slice(at + 1).findIndex(isOutside);
  const bottom = below < 0 ? all.length : at + 1 + below;
  const around = all.map((row, index) =>
    index < bottom ? row.slice(0, left).padEnd(right) + row.slice(right) : row,
  );
  if (by === 'rule' && !isLast(shown, around, at)) {
    return undefined;
  }
  if (by === 'frame' && !TOP_CORNERS.test((all[top - 1] ?? '').slice(left - 1, right + 1))) {
    return undefined;
  }
  const rows = all.slice(top, bottom).map((row) => row.slice(left, right).replaceAll(FILLER, ''));
  const inside = { row: cursor.row - top, column: cursor.column - left };
  return { ...toShownRows(rows, inside), isPanel: true };
}

/** The title above a field with the cursor, which begins in the same column. */
function findTitle(
  drawn: readonly string[],
  { row, column }: ShownRows['cursor'],
): Found | undefined {
  const field = toColumns(drawn[row] ?? '');
  let start = column;
  while (start > 0 && !(isBlank(field, start - 1) && isBlank(field, start - 2))) {
    start--;
  }
  for (let at = row - 1; at >= Math.max(row - FIELD_BELOW, 0); at--) {
    const above = toColumns(drawn[at] ?? '');
    if (RULES.test(above.slice(start))) {
      return undefined;
    }
    const title = isBlank(above, start - 1) ? readTitle(above.slice(start)) : undefined;
    const left = title && findLeft(drawn.slice(at, row + 1).map(toColumns), start);
    if (title && left !== undefined) {
      return { at, left, right: start + title.length + 1, by: 'title' };
    }
  }
  return undefined;
}

/** The first column of a panel whose title begins at `start`, of which the rows up to its field are given. */
function findLeft(rows: readonly string[], start: number): number | undefined {
  return TITLE_EDGES.map((edge) => start - edge).find(
    (left) => left >= 0 && rows.every((row) => isBlank(row, left)),
  );
}

/** The lowest rule that the sides of a box interrupt. */
function findFrame(drawn: readonly string[]): Found | undefined {
  for (let at = drawn.length - 1; at >= 0; at--) {
    const row = drawn[at] ?? '';
    const framed = FRAMED.test(row) ? FRAMED.exec(toColumns(row)) : undefined;
    const { before = '', inside = '' } = framed?.groups ?? {};
    const left = before.length;
    if (inside.length >= LEAST_COLUMNS) {
      return { at, left, right: left + inside.length, by: 'frame' };
    }
  }
  return undefined;
}

/** The lowest rule that is interrupted. */
function findCut(drawn: readonly string[]): Found | undefined {
  for (let at = drawn.length - 1; at >= 0; at--) {
    const row = drawn[at] ?? '';
    const edges = CUT.test(row) ? readCut(toColumns(row)) : undefined;
    if (edges) {
      return { at, ...edges, by: 'rule' };
    }
  }
  return undefined;
}

function readCut(row: string): Pick<Found, 'left' | 'right'> | undefined {
  const left = CUT.exec(row)?.[0].trimEnd().length ?? 0;
  const end = row.length - (RIGHT_CORNER.test(row.slice(-1)) ? 1 : 0);
  let right = end;
  while (right > left && RULE.test(row[right - 1] ?? '')) {
    right--;
  }
  const isCut =
    end - right >= 2 &&
    right - left >= LEAST_COLUMNS &&
    isBlank(row, right - 1) &&
    !RULES.test(row.slice(left, right));
  return isCut ? { left, right } : undefined;
}

/** Whether the rows below the one at `last`, of which `around` has no panel, can be a status line. */
function isLast(shown: ShownRows, around: readonly string[], last: number): boolean {
  const below = { ...shown.cursor, row: shown.cursor.row - last - 1 };
  const isStatus = hasFooterOnly(toShownRows(around.slice(last + 1), below), -1, () => false);
  return isStatus && !hasInput(shown, last);
}

/**
 * Whether a row below `last` is that of an input: it has text in a frame, or is an empty one in a frame
 * or between rules with the cursor. A hidden cursor is where something was drawn last, often at the
 * right end of a row.
 */
function hasInput({ rows, drawn, cursor }: ShownRows, last: number): boolean {
  const isFilled = drawn.some((row, at) => at > last && SIDE.test(row) && (rows[at] ?? '') !== '');
  const [above = '', row = '', below = ''] = drawn.slice(cursor.row - 1, cursor.row + 2);
  const isFramed = SIDE.test(row) || (RULES.test(above) && RULES.test(below));
  const width = Math.max(...drawn.map(({ length }) => length));
  return isFilled || (cursor.row > last && isFramed && cursor.column < width - 1);
}
