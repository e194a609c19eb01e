import type { PtySpawnSpec } from '../../src/pty/ptyProcess';
import type { BenchContext } from '../hosts/benchContext';
import { makeHistory } from '../loads/history';
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
import { measureSizes, ROW_COUNTS, SESSION_COUNTS, toPanel, type Family } from './family';

/** Of each session; an agent that works writes less. */
const BYTES_PER_SECOND = 20_000;
const STEADY = { bytesPerSecond: BYTES_PER_SECOND, durationMs: 1_000 } as const;
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
  const bySessions = await measureSizes(SESSION_COUNTS, (programs) =>
    measureWriters(program, { ...STEADY, programs }),
  );
  const byRows = await measureSizes(ROW_COUNTS, (rows) => {
    const history = makeHistory(context, rows);
    return measureWriters(program, { ...STEADY, programs: 1, history });
  });
  const panelsOf = (valueOf: (result: SteadyLoadResult) => number): Family['panels'] => [
    toPanel(`sessions that write ${BYTES_PER_SECOND / 1000} KB/s each`, bySessions, valueOf),
    toPanel('rows of scrollback, beside one such session', byRows, valueOf),
  ];
  return [
    {
      ...{ id: 'echo', title: 'Echo of a key, p50', unit: 'ms', rounds: ROUNDS },
      panels: panelsOf(({ echoes }) => percentile(echoes, 50)),
    },
    {
      ...{ id: 'cpu', title: 'CPU time, of one core', unit: '%', rounds: ROUNDS },
      panels: panelsOf(({ cpu }) => cpu),
    },
  ];
}

function measureWriters(
  program: PtySpawnSpec,
  load: SteadyLoad,
): Promise<readonly Readonly<Record<string, SteadyLoadResult>>[]> {
  const writers = Object.entries<Write>(WRITERS).map(
    ([name, write]) => [name, () => write(program, load)] as const,
  );
  return measureRounds(ROUNDS, Object.fromEntries(writers));
}
