import { toShownRows, type ShownRows } from './dialogRows';
import { isKeyBar, readKeyBar } from './keyBar';
import { FILLER, isBlank, toColumns } from './screenColumns';
import { readTitle } from './titledSign';

const TOP_LEFT = /[┌╭┏╔]/g;
const TOP_RIGHT = /[┐╮┓╗]/;
const LEFT_SIDE = /[│┃║├┝┠╟╠]/;
const RIGHT_SIDE = /[│┃║┤┥┨╢╣]/;
const BOTTOM_LEFT = /[└╰┗╚]/;
/** How many boxes of a row are looked at, since a row can consist of corners. */
const MOST_CORNERS = 4;
/** Boxes that begin further to the left are parts of a page. */
const LEAST_MARGIN = 8;

/** The mark of an entry in the middle of a row. */
const MARK = /(?<=^|\s)[❯›▶▸►➤→](?=\s)/;
const LEAST_INDENT = 5;
/** How far before its marks a panel can begin, in columns. */
const COLUMNS_BEFORE_MARK = [4, 3, 2, 1, 0];
/** How many rows without text a panel has at most between others. */
const MOST_BLANK = 2;
/** How far from the middle of the screen that of a panel can be, in rows and columns. */
const OFF_MIDDLE = 2;
/** The same for a panel that covers nothing, in half rows, since a text can quote one. */
const ALONE_OFF_MIDDLE = 1;
/** How many blank rows are above and below a panel that covers nothing. */
const ALONE_ROWS = 2;
/** What tools print before each row of a text: `12 `, `file.ts:12:`, `+`, `>`. */
const LINE_MARK = /^[\s\d:|│┃+>-]*$|^\s*\S+:\d+:\s*[│┃]?/;
/** What such a row begins with, also if text follows. */
const FIRST_MARK = /^\s*(?:\d+\b|[|│┃+>-]|\S+:\d+:)/;
const MOST_MARKS = 4;
/** How many texts are cut at the edge of a panel that does not describe its keys. */
const LEAST_CUT = 3;
/** How far above and below a panel such texts are. */
const CUT_ROWS = 4;
const HAS_TEXT = /[\p{L}\p{N}]$/u;

interface Area {
  readonly top: number;
  /** The row behind the last one. */
  readonly end: number;
  readonly left: number;
  /** The column behind the last one. */
  readonly right: number;
}

/**
 * What can be a panel in the middle of a screen, cut to its columns: a box of which all sides are drawn,
 * or the rows around a marked entry whose edges are blank. Toolkits centre such panels, and texts that
 * quote one are not in the middle of a screen.
 */
export function listMiddlePanels(shown: ShownRows): readonly ShownRows[] {
  const rows = shown.drawn.map(toColumns);
  const width = Math.max(0, ...rows.map(({ length }) => length));
  const { height } = shown;
  const boxes = listBoxes(rows).filter(
    (area) => isPopup(rows, area, { width, height }) || isRequest(rows, area, height),
  );
  const bare = listBare(rows, width).filter(
    (area) =>
      Math.abs(area.top + area.end - height) <= 2 * OFF_MIDDLE &&
      isPanel(rows, area, { height, mayBeOff: false }),
  );
  return [...boxes, ...bare].map((area) => toPanel(shown, rows, area));
}

/**
 * The same panels without a frame, anywhere: blank rows around their text can belong to them. Only for a
 * screen that shows otherwise, by its cursor, that something is in front.
 */
export function listFrontPanels(shown: ShownRows): readonly ShownRows[] {
  const rows = shown.drawn.map(toColumns);
  const width = Math.max(0, ...rows.map(({ length }) => length));
  return listBare(rows, width)
    .filter((area) => isPanel(rows, area, { height: shown.height, mayBeOff: true }))
    .map((area) => toPanel(shown, rows, area));
}

function toPanel(
  { cursor }: ShownRows,
  rows: readonly string[],
  { top, end, left, right }: Area,
): ShownRows {
  const inside = rows.slice(top, end).map((row) => row.slice(left, right).replaceAll(FILLER, ''));
  const moved = { row: cursor.row - top, column: cursor.column - left };
  return { ...toShownRows(inside, moved), isPanel: true };
}

function listBoxes(rows: readonly string[]): readonly Area[] {
  return rows.flatMap((row, top) =>
    listCorners(row).flatMap((left) => {
      const right = left + row.slice(left).search(TOP_RIGHT);
      const end = findBottom(rows, { top, left, right });
      return end === undefined ? [] : [{ top: top + 1, end, left: left + 1, right }];
    }),
  );
}

function listCorners(row: string): readonly number[] {
  return Array.from(row.matchAll(TOP_LEFT), ({ index }) => index).slice(0, MOST_CORNERS);
}

/** Whether a box is in the middle, and not a part of a page or in the output of a tool. */
function isPopup(
  rows: readonly string[],
  { top, end, left, right }: Area,
  { width, height }: { readonly width: number; readonly height: number },
): boolean {
  const isMiddle =
    Math.abs(top + end - height) <= 2 * OFF_MIDDLE &&
    Math.abs(left + right - width) <= 2 * OFF_MIDDLE;
  const before = rows.slice(top, end).map((row) => row.slice(0, left - 1));
  const marks = before.filter((part) => part.trim() !== '' && LINE_MARK.test(part)).length;
  return isMiddle && left > LEAST_MARGIN && marks < Math.max(before.length / 2, 1);
}

/** Whether a box fills most of the screen, and its last row describes keys that grant and refuse. */
function isRequest(
  rows: readonly string[],
  { top, end, left, right }: Area,
  height: number,
): boolean {
  const inside = rows.slice(top, end).map((row) => row.slice(left, right).replaceAll(FILLER, ''));
  const keys = inside.findLast((row) => row.trim() !== '') ?? '';
  return end - top >= height / 2 && readKeyBar(keys)?.answers === true;
}

/** The row of the lower border of a box; undefined if one of its sides has a gap. */
function findBottom(
  rows: readonly string[],
  { top, left, right }: Omit<Area, 'end'>,
): number | undefined {
  const isInside = (row: string): boolean =>
    LEFT_SIDE.test(row[left] ?? '') && RIGHT_SIDE.test(row[right] ?? '');
  const end = rows.findIndex((row, at) => at > top && !isInside(row));
  return BOTTOM_LEFT.test(rows[end]?.[left] ?? '') ? end : undefined;
}

/** What can be panels without a frame: the rows around a marked entry. */
function listBare(rows: readonly string[], width: number): readonly Area[] {
  const marks = rows.flatMap((row, at) => {
    const column = row.search(MARK);
    return column >= LEAST_INDENT && column < width / 2 ? [{ at, column }] : [];
  });
  return marks.slice(-MOST_MARKS).flatMap(({ at, column }) =>
    COLUMNS_BEFORE_MARK.flatMap((before) => {
      const left = column - before;
      const area =
        left >= LEAST_INDENT ? findBare(rows, at, { left, right: width - left }) : undefined;
      return area ? [area] : [];
    }),
  );
}

/** The rows around `at` that are blank at both edges, up to the ones with text. */
function findBare(
  rows: readonly string[],
  at: number,
  { left, right }: Pick<Area, 'left' | 'right'>,
): Area | undefined {
  const isInside = (row: string): boolean =>
    (isBlank(row, left) || MARK.test(row.slice(left, left + 2))) && isBlank(row, right - 1);
  const count = (others: readonly string[]): number => {
    let last = 0;
    for (const [index, row] of others.entries()) {
      if (!isInside(row) || index + 1 - last > MOST_BLANK + 1) {
        break;
      }
      last = row.slice(left, right).trim() === '' ? last : index + 1;
    }
    return last;
  };
  const top = at - count(rows.slice(0, at).reverse());
  const end = at + 1 + count(rows.slice(at + 1));
  return isInside(rows[at] ?? '') ? { top, end, left, right } : undefined;
}

/**
 * How many rows end with the last column before an area, beside it and next to it: they are cut there, as
 * those of a text are not.
 */
function countCut(rows: readonly string[], { top, end, left, right }: Area): number {
  const isOutside = (row: string): boolean => row.slice(left, right).trim() !== '';
  const above = rows.slice(Math.max(top - CUT_ROWS, 0), top).reverse();
  const below = rows.slice(end, end + CUT_ROWS);
  const around = [above, below].flatMap((some) => {
    const outside = some.findIndex(isOutside);
    return outside < 0 ? some : some.slice(0, outside);
  });
  return [...around, ...rows.slice(top, end)]
    .map((row) => row.trimEnd())
    .filter((row) => row.length === left && HAS_TEXT.test(row) && !FIRST_MARK.test(row)).length;
}

/** Whether an area covers text, or is alone with blank rows around it and describes its keys in its last row. */
function isPanel(
  rows: readonly string[],
  { top, end, left, right }: Area,
  { height, mayBeOff }: { readonly height: number; readonly mayBeOff: boolean },
): boolean {
  const area = rows.slice(top, end);
  const isFilled = (part: string): boolean => part.trim() !== '';
  const before = area.map((row) => row.slice(0, left)).filter(isFilled);
  const beside = [...before, ...area.map((row) => row.slice(right)).filter(isFilled)];
  const isBar = describesKeys(
    area.map((row) => row.slice(left, right).replaceAll(FILLER, '').trimEnd()),
  );
  const isExact = mayBeOff || Math.abs(top + end - height) <= ALONE_OFF_MIDDLE;
  const isFull = rows.length >= height - 1;
  if (isFull && countCut(rows, { top, end, left, right }) >= (isBar ? 1 : LEAST_CUT)) {
    return true;
  }
  if (beside.length > 0) {
    const marks = before.filter((part) => LINE_MARK.test(part)).length;
    const isText = before.length === 0 ? !isExact : marks >= before.length / 2;
    return isBar && !isText;
  }
  const around = [
    ...rows.slice(Math.max(top - ALONE_ROWS, 0), top),
    ...rows.slice(end, end + ALONE_ROWS),
  ];
  return isExact && around.every((row) => row.trim() === '') && isBar;
}

/**
 * Whether the last row of a panel, or the last two as one that is broken, describes the keys that choose
 * and leave, or the last two the one that chooses and the title the other one.
 */
function describesKeys(rows: readonly string[]): boolean {
  const both = readKeyBar(...rows.slice(-2));
  const isTitled = readTitle(rows[0]?.trimStart() ?? '') !== undefined;
  const isBroken = isKeyBar(
    rows
      .slice(-2)
      .map((row) => row.trim())
      .join(' '),
  );
  return isKeyBar(...rows.slice(-1)) || (both?.chooses === true && isTitled) || isBroken;
}
