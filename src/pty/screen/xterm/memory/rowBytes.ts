import { MAX_SCREEN_BYTES, MOST_EXTRAS } from '../../../limits';
import type { Dimensions } from '../../../ptyProcess';
import type { TerminalLine } from '../screenTerminal';

const MB = 1024 * 1024;

const CELL_BYTES = 12;

/**
 * The objects of a row. They take 360 bytes in Node, and less in VS Code, whose pointers are
 * compressed. With 160, the default of 10,000 rows fits at 120 columns.
 */
const ROW_BYTES = 160;

/** A row with a text or attributes has slots for those of all columns up to the last one. */
const SLOT_BYTES = 12;
const SPARE_SLOTS = 16;

const TEXT_BYTES = 24;
/** A longer text, in UTF-16 units, has a second object. */
const LONGEST_SIMPLE_TEXT = 12;
const SECOND_OBJECT_BYTES = 32;
const ATTRIBUTES_BYTES = 40;

/** The terminal without its rows: parser, palette, titles, an incomplete sequence. */
export const TERMINAL_BYTES = 64 * 1024;

/** What plain rows leave for the rest; bytes. */
const RESERVE_BYTES = 256 * 1024;

/** A row without combining marks, links and underline styles, in any colours. */
export function plainRowBytes(cols: number): number {
  return ROW_BYTES + CELL_BYTES * cols;
}

/**
 * The most that a row above the screen has beside its cells, in bytes: a whole row of letters with a mark each, as in
 * Thai, has 3.3 times its cells.
 */
export function mostExtraBytes(cols: number): number {
  return MOST_EXTRAS * plainRowBytes(cols);
}

/**
 * The rows above a screen of this size that it keeps, at most `scrollback`: as many plain ones as fit into
 * `MAX_SCREEN_BYTES`. A screen has two buffers, of which the alternate one has no rows above it.
 */
export function rowsAbove({ cols, rows }: Dimensions, scrollback: number): number {
  const left = MAX_SCREEN_BYTES - RESERVE_BYTES - TERMINAL_BYTES - 2 * rows * plainRowBytes(cols);
  return Math.min(scrollback, Math.max(0, Math.floor(left / plainRowBytes(cols))));
}

/** Why a screen of this size keeps fewer rows than `scrollback`; undefined if it does not. */
export function describeRowLimit(size: Dimensions, scrollback: number): string | undefined {
  const rows = rowsAbove(size, scrollback);
  return rows < scrollback
    ? `The screen keeps fewer than ${scrollback} rows when it is wide, for example at most ${rows} at ${size.cols} columns: its memory is limited to ${MAX_SCREEN_BYTES / MB} MB.`
    : undefined;
}

/**
 * The memory of a row's combining marks, links and underline styles, in bytes. Joins the parts of
 * the texts: xterm.js appends mark by mark, which takes up to ten times as much.
 */
export function extraBytes({ _combined, _extendedAttrs, length }: TerminalLine): number {
  return (
    (isEmpty(_combined) ? 0 : textBytes(_combined, length)) +
    (isEmpty(_extendedAttrs) ? 0 : attributeBytes(_extendedAttrs, length))
  );
}

/** Most rows are: this is the fastest way to find that out. */
function isEmpty(slots: object): boolean {
  for (const _ in slots) {
    return false;
  }
  return true;
}

function textBytes(texts: TerminalLine['_combined'], cols: number): number {
  let bytes = 0;
  let last = 0;
  for (let column = 0; column < cols; column++) {
    const text = texts[column];
    if (text !== undefined) {
      bytes += TEXT_BYTES + 2 * text.length + (isLong(text) ? SECOND_OBJECT_BYTES : 0);
      last = column;
    }
  }
  return bytes + slotsUpTo(last);
}

/**
 * Joins the parts of a long text by reading a character. The result depends on that character, which
 * is never NUL: V8 would omit a read without an effect.
 */
function isLong(text: string): boolean {
  return text.length > LONGEST_SIMPLE_TEXT && text.charCodeAt(0) !== 0;
}

function attributeBytes(attributes: TerminalLine['_extendedAttrs'], cols: number): number {
  let bytes = 0;
  let last = 0;
  let previous: object | undefined;
  for (let column = 0; column < cols; column++) {
    const own = attributes[column];
    if (own !== undefined) {
      bytes += own === previous ? 0 : ATTRIBUTES_BYTES;
      last = column;
      previous = own;
    }
  }
  return bytes + slotsUpTo(last);
}

function slotsUpTo(last: number): number {
  return SLOT_BYTES * (last + SPARE_SLOTS);
}
