import type { TerminalCore } from './screenTerminal';
import type { VisibleScreen } from '../../sessionService';

/**
 * The text of the screen and of at most `scrollback` rows above it: wrapped rows joined, without
 * blanks at line ends and without empty lines at the end.
 */
export function readText({ buffers }: TerminalCore, scrollback: number): string {
  const { lines, ybase } = buffers.active;
  const read: string[] = [];
  for (let row = Math.max(0, ybase - scrollback); row < lines.length; row++) {
    const line = lines.get(row);
    const text = line?.translateToString(true) ?? '';
    if (line?.isWrapped && read.length > 0) {
      read.push((read.pop() ?? '') + text);
    } else {
      read.push(text);
    }
  }
  const trimmed = read.map((line) => line.replace(/ +$/, ''));
  return trimmed.join('\n').replace(/\n+$/, '');
}

/** The rows of the screen without scrollback, unchanged. */
export function readVisible({ buffers, rows }: TerminalCore): Omit<VisibleScreen, 'title'> {
  const { lines, ybase, x, y } = buffers.active;
  const shown = Array.from({ length: rows }, (_, row) => lines.get(ybase + row));
  return {
    rows: shown.map((line) => (line?.translateToString(true) ?? '').replace(/ +$/, '')),
    wrapped: shown.flatMap((line, row) => (line?.isWrapped ? [row] : [])),
    cursor: { row: y, column: x },
    altScreen: buffers.active === buffers.alt,
  };
}
