import type { BenchContext } from '../hosts/benchContext';
import { LAST_ROW } from '../loads/filledSession';
import { fullRows } from '../loads/workloads';
import { measureHostMemory } from '../measure/hostMemory';
import { hasProcFs } from '../measure/processStats';
import {
  MEMORY_SIZE,
  runMemoryTrial,
  type Memory,
  type MemoryTrialArgs,
} from '../measure/runMemoryTrial';
import { measureSizes, ROW_COUNTS, SESSION_COUNTS, toPanel, type Family } from './family';

const ROUNDS = 5;
/** Rows of each session by whose number the memory is measured. */
const ROWS = 1_000;
/** The sessions by whose rows it is measured. */
const SESSIONS = 10;

/** The memory of a process with sessions that no viewer shows: of a window, and of the session host. */
export async function memoryGrowth(context: BenchContext): Promise<readonly Family[]> {
  if (!hasProcFs()) {
    context.skip('the growth of memory of the session host', 'this system has no /proc');
  }
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
 * The trials of windows run at the same time, and after them those of session hosts, since each mostly waits until
 * screens are compressed. Those of all sizes would need the cores for longer than they wait; those of terminals wait for nothing,
 * and need gigabytes.
 */
async function runTrials(
  load: Pick<MemoryTrialArgs, 'count' | 'rows' | 'path'>,
): Promise<readonly Readonly<Record<string, number>>[]> {
  const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
  const measureAll = (measure: () => Promise<Memory>): Promise<readonly number[]> =>
    Promise.all(rounds.map(async () => (await measure()).rss));
  const window = await measureAll(() => runMemoryTrial({ kind: 'ours', viewed: 0, ...load }));
  const host = hasProcFs() ? await measureAll(() => measureHostMemory({ viewed: 0, ...load })) : [];
  const xterm: number[] = [];
  for (const round of rounds) {
    xterm[round] = (await runMemoryTrial({ kind: 'naive', viewed: 0, ...load })).rss;
  }
  return rounds.map((round) => ({
    'in the window': window[round] ?? NaN,
    ...(hasProcFs() ? { 'in the session host': host[round] ?? NaN } : {}),
    '@xterm/headless': xterm[round] ?? NaN,
  }));
}
