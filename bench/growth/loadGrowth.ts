import type { PtySpawnSpec } from '../../src/pty/ptyProcess';
import type { BenchContext } from '../hosts/benchContext';
import { makeFlood } from '../loads/makeFlood';
import {
  writeByNodePty,
  writeInHost,
  writeInSessions,
  type SteadyLoad,
  type SteadyLoadResult,
} from '../loads/steadyLoad';
import { measureRounds } from '../measure/measureRounds';
import { hasProcFs } from '../measure/processStats';
import { percentile } from '../measure/statistics';
import { SESSION_COUNTS, toPoint, type Family, type Line } from './family';

/** Of each session; an agent that works writes less. */
const BYTES_PER_SECOND = 20_000;
const DURATION_MS = 1_000;
const ROUNDS = 5;

const WRITERS = {
  'in the window': writeInSessions,
  'in the session host': writeInHost,
  'node-pty': writeByNodePty,
} as const;

type Write = (program: PtySpawnSpec, load: SteadyLoad) => Promise<SteadyLoadResult>;

/** The echo of a key and the CPU time beside sessions that write steadily. Empty without a C compiler or `/proc`. */
export async function loadGrowth(context: BenchContext): Promise<readonly Family[]> {
  const program = await makeFlood(context, BYTES_PER_SECOND);
  if (!program || !hasProcFs()) {
    context.skip('the growth of echo and CPU', 'a C compiler (cc) or /proc is missing');
    return [];
  }
  const rounds = new Map<number, readonly Readonly<Record<string, SteadyLoadResult>>[]>();
  for (const programs of SESSION_COUNTS) {
    const load = { programs, bytesPerSecond: BYTES_PER_SECOND, durationMs: DURATION_MS };
    const writers = Object.entries<Write>(WRITERS).map(
      ([name, write]) => [name, () => write(program, load)] as const,
    );
    rounds.set(programs, await measureRounds(ROUNDS, Object.fromEntries(writers)));
  }
  const linesOf = (valueOf: (result: SteadyLoadResult) => number): readonly Line[] =>
    Object.keys(WRITERS).map((name) => ({
      name,
      points: [...rounds].map(([size, measured]) =>
        toPoint(
          size,
          measured.flatMap((round) => (round[name] ? [valueOf(round[name])] : [])),
        ),
      ),
    }));
  const rate = `${BYTES_PER_SECOND / 1000} KB/s`;
  const sizes = `sessions that write ${rate} each`;
  return [
    {
      ...{ id: 'echo', title: 'Echo of a key, p50', sizes, unit: 'ms' },
      lines: linesOf(({ echoes }) => percentile(echoes, 50)),
    },
    {
      ...{ id: 'cpu', title: 'CPU time, of one core', sizes, unit: '%' },
      lines: linesOf(({ cpu }) => cpu),
    },
  ];
}
