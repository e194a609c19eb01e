import { MAX_SCREEN_BYTES } from '../../../limits';
import type { Dimensions } from '../../../ptyProcess';
import type { TerminalLine } from '../screenTerminal';

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

/** How much a screen has left after rows were removed, so that this is rare; bytes. */
export const TRIM_BYTES = 1024 * 1024;

/** What plain rows leave for the rest; bytes. */
const RESERVE_BYTES = 256 * 1024;

/** A row without combining marks, links and underline styles, in any colours. */
export function plainRowBytes(cols: number): number {
  return ROW_BYTES + CELL_BYTES * cols;
}

/** A row of the screen, which may get texts and attributes in all columns with the next output. */
export function screenRowBytes(cols: number): number {
  return plainRowBytes(cols) + 2 * SLOT_BYTES * (cols + SPARE_SLOTS);
}

/** The most plain rows above a screen of this size. */
export function mostPlainRows(size: Dimensions): number {
  return plainRowsIn(MAX_SCREEN_BYTES - RESERVE_BYTES, size);
}

/** A screen has two buffers, of which the alternate one has no rows above it. */
function plainRowsIn(bytes: number, { cols, rows }: Dimensions): number {
  const left = bytes - TERMINAL_BYTES - 2 * rows * screenRowBytes(cols);
  return Math.max(0, Math.floor(left / plainRowBytes(cols)));
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
