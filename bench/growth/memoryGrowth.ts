import type { BenchContext } from '../hosts/benchContext';
import { fullRows } from '../loads/workloads';
import { MEMORY_SIZE, runMemoryTrial } from '../measure/runMemoryTrial';
import { SESSION_COUNTS, toPoint, type Family, type Line, type Point } from './family';

const ROUNDS = 5;
const ROWS = 1_000;

const KINDS = { 'in the window': 'ours', '@xterm/headless': 'naive' } as const;

/** The memory of a process with sessions that no viewer shows. */
export async function memoryGrowth(context: BenchContext): Promise<readonly Family[]> {
  const path = context.writeFile('growth.log', fullRows(ROWS, MEMORY_SIZE.cols, 'the-last-row'));
  const lines: Line[] = [];
  for (const [name, kind] of Object.entries(KINDS)) {
    const points: Point[] = [];
    for (const count of SESSION_COUNTS) {
      // At the same time, since each mostly waits until screens are compressed. Those of all sizes
      // would need gigabytes, and the cores for longer than they wait.
      const trials = Array.from({ length: ROUNDS }, () =>
        runMemoryTrial({ kind, count, viewed: 0, path, rows: ROWS }),
      );
      points.push(
        toPoint(
          count,
          (await Promise.all(trials)).map(({ rss }) => rss),
        ),
      );
    }
    lines.push({ name, points });
  }
  return [
    {
      ...{ id: 'memory', title: 'Memory of the process', unit: 'MB' },
      sizes: `sessions with ${ROWS.toLocaleString('en')} rows`,
      lines,
    },
  ];
}
