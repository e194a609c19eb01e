import type { BenchContext } from '../hosts/benchContext';
import { fullRows } from '../loads/workloads';
import { MEMORY_SIZE, runMemoryTrial } from '../measure/runMemoryTrial';
import { SESSION_COUNTS, toPoint, type Family, type Line } from './family';

const ROUNDS = 5;
const ROWS = 1_000;

const KINDS = { 'in the window': 'ours', '@xterm/headless': 'naive' } as const;

/** The memory of a process with sessions that nobody looks at. */
export async function memoryGrowth(context: BenchContext): Promise<readonly Family[]> {
  const path = context.writeFile('growth.log', fullRows(ROWS, MEMORY_SIZE.cols, 'the-last-row'));
  const lines = Object.entries(KINDS).map(async ([name, kind]): Promise<Line> => {
    const points = SESSION_COUNTS.map(async (count) => {
      // At the same time, since each mostly waits until screens are compressed.
      const trials = Array.from({ length: ROUNDS }, () =>
        runMemoryTrial({ kind, count, viewed: 0, path, rows: ROWS }),
      );
      return toPoint(
        count,
        (await Promise.all(trials)).map(({ rss }) => rss),
      );
    });
    return { name, points: await Promise.all(points) };
  });
  return [
    {
      ...{ id: 'memory', title: 'Memory of the process', unit: 'MB' },
      sizes: `sessions with ${ROWS.toLocaleString('en')} rows`,
      lines: await Promise.all(lines),
    },
  ];
}
