import { formatTable } from './formatTable';
import type { Row } from './row';

const START = '<!-- npm run bench writes this table -->\n\n';
const END = '\n<!-- end of the table -->';

/** The README with these rows as its table. @throws if it has no place for one */
export function replaceTable(readme: string, rows: readonly Row[]): string {
  const from = readme.indexOf(START);
  const to = readme.indexOf(END);
  if (from < 0 || to < from) {
    throw new Error(
      'README.md has no place for the table of the bench: put its two comments back.',
    );
  }
  return readme.slice(0, from + START.length) + formatTable(rows) + readme.slice(to);
}
