import type { BenchContext } from '../hosts/benchContext';
import { LAST_ROW } from '../loads/filledSession';
import { fullRows } from '../loads/workloads';
import { MEMORY_SIZE, runMemoryTrial, type MemoryTrialArgs } from '../measure/runMemoryTrial';
import { measureSizes, ROW_COUNTS, SESSION_COUNTS, toPanel, type Family } from './family';

const ROUNDS = 5;
/** Rows of each session by whose number the memory is measured. */
const ROWS = 1_000;
/** The sessions by whose rows it is measured. */
const SESSIONS = 10;

const KINDS = { 'in the window': 'ours', '@xterm/headless': 'naive' } as const;

/** The memory of a process with sessions that no viewer shows. */
export async function memoryGrowth(context: BenchContext): Promise<readonly Family[]> {
  const trialsOf = (count: number, rows: number): ReturnType<typeof runTrials> => {
    const path = context.writeFile('growth.log', fullRows(rows, MEMORY_SIZE.cols, LAST_ROW));
    return runTrials({ count, rows, path });
  };
  const bySessions = await measureSizes(SESSION_COUNTS, (count) => trialsOf(count, ROWS));
  const byRows = await measureSizes(ROW_COUNTS, (rows) => trialsOf(SESSIONS, rows));
  const each = `${ROWS.toLocaleString('en')} rows`;
  return [
    {
      ...{ id: 'memory', title: 'Memory of the process', unit: 'MB', rounds: ROUNDS },
      panels: [
        toPanel(`sessions with ${each}`, bySessions, (rss) => rss),
        toPanel(`rows of each of ${SESSIONS} sessions`, byRows, (rss) => rss),
      ],
    },
  ];
}

/**
 * Those of sessions run at the same time, since each mostly waits until screens are compressed. Those of all sizes
 * would need the cores for longer than they wait; those of terminals wait for nothing, and need gigabytes.
 */
async function runTrials(
  load: Pick<MemoryTrialArgs, 'count' | 'rows' | 'path'>,
): Promise<readonly Readonly<Record<keyof typeof KINDS, number>>[]> {
  const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
  const trial = async (kind: MemoryTrialArgs['kind']): Promise<number> =>
    (await runMemoryTrial({ kind, viewed: 0, ...load })).rss;
  const window = await Promise.all(rounds.map(() => trial(KINDS['in the window'])));
  const xterm: number[] = [];
  for (const round of rounds) {
    xterm[round] = await trial(KINDS['@xterm/headless']);
  }
  return rounds.map((round) => ({
    'in the window': window[round] ?? NaN,
    '@xterm/headless': xterm[round] ?? NaN,
  }));
}
