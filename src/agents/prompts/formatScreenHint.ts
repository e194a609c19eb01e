import type { VisibleScreen } from '../../pty/sessionService';

const ROWS_SHOWN = 3;

/** The end of an error's sentence: the next step, and the last rows that the terminal showed. */
export function formatScreenHint({ rows }: Pick<VisibleScreen, 'rows'>): string {
  const filled = rows.map((row) => row.trim()).filter((row) => row !== '');
  const shown = filled.slice(-ROWS_SHOWN).join(' / ');
  return `look at its terminal, which ${shown === '' ? 'is empty' : `ended with "${shown}"`}`;
}
