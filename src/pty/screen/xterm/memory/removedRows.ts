import type { TerminalCore, TerminalLines } from '../screenTerminal';

/** Removes the oldest rows above the screen, at most `count`. Their memory is freed by {@link releaseRemoved}. */
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
