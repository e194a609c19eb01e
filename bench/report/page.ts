import { formatRows } from './table';
import { ROWS } from './goals';
import type { Results } from './results';

const START = '<!-- npm run bench writes this table -->\n\n';
const END = '\n<!-- end of the table -->';

/**
 * Returns the page with these results in place of its own.
 * @throws {Error} if the page lacks the two marker comments
 */
export function replaceTable(page: string, results: Results): string {
  const from = page.indexOf(START);
  const to = page.indexOf(END);
  if (from < 0 || to < from) {
    throw new Error(
      'The page lacks the two comments that mark the begin and the end of the table. Restore them.',
    );
  }
  const table = `${formatOrigins(results)}\n\n${formatRows(ROWS, results)}`;
  return page.slice(0, from + START.length) + table + page.slice(to);
}

/** When and where the rows were measured, for example `Measured: F1, F2: 2026-01-31, 2 cores, Node v24.0.0.` */
function formatOrigins(results: Results): string {
  const measured = ROWS.flatMap(({ id }) => {
    const result = results[id];
    return result ? [{ id, origin: `${result.date}, ${result.machine}` }] : [];
  });
  const lines = [...new Set(measured.map(({ origin }) => origin))].map((origin) => {
    const ids = measured.filter((one) => one.origin === origin).map(({ id }) => id);
    return `${ids.join(', ')}: ${origin}.`;
  });
  return ['Measured:', ...lines].join(' ');
}
