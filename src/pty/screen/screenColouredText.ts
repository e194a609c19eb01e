import { DEFAULT_PEN } from './serializer/screenPen';
import { RowPainter, type RowSource } from './serializer/screenRows';
import type { TerminalBuffer } from './screenTerminal';

/**
 * The rows that a person sees and at most `scrollback` above them with their colours and
 * links, to be written to a terminal of the same width: no modes, no places, no empty rows
 * at the end. It ends in a new row, with the default pen.
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

/** The last row with anything on it; -1 if there is none. */
function findLastRow({ lines }: TerminalBuffer): number {
  let row = lines.length - 1;
  while (row >= 0 && lines.get(row)?.translateToString(true).trim() === '') {
    row--;
  }
  return row;
}
