import { DEFAULT_PEN } from './serializer/screenPen';
import { RowPainter, type RowSource } from './serializer/screenRows';
import type { TerminalBuffer } from './screenTerminal';

/**
 * The rows of the screen and at most `scrollback` above them, with colours and links, as output for
 * a terminal of the same width. It contains no modes, no cursor moves and no empty rows at the end,
 * and ends in a new row with the default pen.
 */
export function paintText(source: RowSource, scrollback: number): string {
  const { buffer } = source;
  const painter = new RowPainter(source);
  const first = Math.max(0, buffer.ybase - scrollback);
  const last = findLastRow(buffer);
  const rows: string[] = [];
  for (let row = first; row <= last; row++) {
    rows.push(painter.paint(row, row + 1));
    if (row < last) {
      rows.push(painter.advance(row));
    }
  }
  painter.use(DEFAULT_PEN);
  return rows.length === 0 ? '' : `${rows.join('')}${painter.take()}\r\n`;
}

/** The last row that is not blank; -1 if there is none. */
function findLastRow({ lines }: TerminalBuffer): number {
  let row = lines.length - 1;
  while (row >= 0 && lines.get(row)?.translateToString(true).trim() === '') {
    row--;
  }
  return row;
}
