import type { TerminalCore, TerminalLine, TerminalLines } from '../screenTerminal';

/** The flag of dim text (`common/buffer/Constants.ts`). */
const DIM = 0x8000000;

/**
 * Removes the oldest rows above the screen, at most `count`. The terminal then keeps as many as are
 * left: it reuses their lines, which takes half the time of new ones.
 */
export function removeOldest(core: TerminalCore, count: number): void {
  const { normal } = core.buffers;
  const removed = Math.min(count, normal.ybase);
  if (removed <= 0) {
    return;
  }
  normal.lines.trimStart(removed);
  normal.ybase -= removed;
  normal.ydisp = Math.max(normal.ydisp - removed, 0);
  normal.savedY = Math.max(normal.savedY - removed, 0);
  normal.lines.maxLength = normal.lines.length;
}

/** Frees removed lines, to which the slots of the list still refer. */
export function releaseRemoved(lines: TerminalLines): void {
  const { length, maxLength } = lines;
  if (length < maxLength) {
    lines.maxLength = length;
    lines.maxLength = maxLength;
  }
}

/** Frees the memory that lines keep for columns that they no longer have. */
export function shrinkArrays(lines: TerminalLines): void {
  for (let row = 0; row < lines.length; row++) {
    const line = lines.get(row);
    if (line && line._data.buffer.byteLength > line._data.byteLength) {
      line._data = line._data.slice();
    }
  }
}

/**
 * Replaces the oldest rows above the screen by a dim text, if there are more than it needs. Returns
 * the number of its rows.
 */
export function writeNotice({ cols, buffers }: TerminalCore, text: string): number {
  const { normal } = buffers;
  const rows = Math.ceil(text.length / cols);
  if (normal.ybase <= rows) {
    return 0;
  }
  const { extended } = normal.getNullCell();
  const attributes = { fg: 0, bg: DIM, extended };
  for (let row = 0; row < rows; row++) {
    const line = normal.lines.get(row);
    const part = text.slice(row * cols, (row + 1) * cols);
    line?.fill(normal.getNullCell());
    [...part].forEach((char, column) => {
      line?.setCellFromCodepoint(column, char.codePointAt(0) ?? 0, 1, attributes);
    });
    setWrapped(line, row > 0);
  }
  setWrapped(normal.lines.get(rows), false);
  return rows;
}

function setWrapped(line: TerminalLine | undefined, isWrapped: boolean): void {
  if (line) {
    line.isWrapped = isWrapped;
  }
}
