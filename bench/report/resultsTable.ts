import { formatTable } from './formatTable';
import type { Row } from './row';

const START = '<!-- npm run bench writes this table -->\n\n';
const END = '\n<!-- end of the table -->';

/** The page with its table replaced by these rows. @throws if the page lacks the two marker comments */
export function replaceTable(page: string, rows: readonly Row[]): string {
  const from = page.indexOf(START);
  const to = page.indexOf(END);
  if (from < 0 || to < from) {
    throw new Error(
      'The page lacks the two comments between which the bench writes its table: put them back.',
    );
  }
  return page.slice(0, from + START.length) + formatTable(rows) + page.slice(to);
}
