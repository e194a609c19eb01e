import { formatTable } from './formatTable';
import type { Row } from './row';

const START = '<!-- npm run bench writes this table -->\n\n';
const END = '\n<!-- end of the table -->';

/**
 * Returns the page with the table of these rows in place of its own.
 * @throws {Error} if the page lacks the two marker comments
 */
export function replaceTable(page: string, rows: readonly Row[]): string {
  const from = page.indexOf(START);
  const to = page.indexOf(END);
  if (from < 0 || to < from) {
    throw new Error(
      'The page lacks the two comments that mark the begin and the end of the table. Restore them.',
    );
  }
  return page.slice(0, from + START.length) + formatTable(rows) + page.slice(to);
}
