import type { BenchContext } from '../hosts/benchContext';
import { withHost } from '../hosts/withHost';
import { attachOnce, LAST_ROW, startFilled } from '../loads/filledSession';
import { numberedRows } from '../loads/workloads';
import { timeOf } from '../measure/measurePairs';
import { measureRounds } from '../measure/measureRounds';
import { ROW_COUNTS, toPoint, type Family } from './family';

const ROUNDS = 7;

/** The time until all rows of a session are drawn. */
export async function attachGrowth(context: BenchContext): Promise<readonly Family[]> {
  return withHost(async (hosted) => {
    const most = Math.max(...ROW_COUNTS);
    const path = context.writeFile('attach.log', numberedRows(most, LAST_ROW));
    const inWindow = await startFilled(context, path, most);
    const inHost = await startFilled(hosted.context, path, most);
    const points = new Map<number, readonly Readonly<Record<string, number>>[]>();
    for (const rows of ROW_COUNTS) {
      const rounds = await measureRounds(ROUNDS, {
        'in the window': () => timeOf(() => attachOnce(context, inWindow, rows)),
        'in the session host': () => timeOf(() => attachOnce(hosted.context, inHost, rows)),
      });
      points.set(rows, rounds);
    }
    const lines = ['in the window', 'in the session host'].map((name) => ({
      name,
      points: [...points].map(([size, rounds]) =>
        toPoint(
          size,
          rounds.map((round) => round[name] ?? NaN),
        ),
      ),
    }));
    return [
      {
        ...{ id: 'attach', title: 'Attach to a session, all rows drawn', unit: 'ms' },
        sizes: 'rows of scrollback',
        lines,
      },
    ];
  });
}
