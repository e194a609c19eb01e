import { formatTable } from './formatTable';
import { formatMachine } from './machine';
import type { Results, TimedRun } from './results';

const START = '<!-- npm run bench writes this table -->\n\n';
const END = '\n<!-- end of the table -->';
/** How long a run without arguments may take. */
const MOST_SECONDS = 900;

/**
 * Returns the page with these results in place of its own: the time of the last timed run, if there was one, and the
 * table of the rows.
 * @throws {Error} if the page lacks the two marker comments
 */
export function replaceTable(
  page: string,
  { timedRun, rows }: Pick<Results, 'timedRun' | 'rows'>,
): string {
  const from = page.indexOf(START);
  const to = page.indexOf(END);
  if (from < 0 || to < from) {
    throw new Error(
      'The page lacks the two comments that mark the begin and the end of the table. Restore them.',
    );
  }
  const time = timedRun ? `${formatTime(timedRun)}\n\n` : '';
  return page.slice(0, from + START.length) + time + formatTable(rows) + page.slice(to);
}

function formatTime({ date, seconds, machine }: TimedRun): string {
  const time = `${seconds.toFixed(0)} s of at most ${MOST_SECONDS} s`;
  return `\`npm run bench\` last took ${time}, on ${date} (${formatMachine(machine)}).`;
}
