import { setTimeout as sleep } from 'node:timers/promises';
import { programSpec } from '../../test/support/pty/realPty';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import { fillSessions, waitForCompression } from '../loads/fillSessions';
import { timeOf } from '../measure/measurePairs';
import { measureRounds } from '../measure/measureRounds';
import { cpuMsOf, hasProcFs, residentMbOf } from '../measure/processStats';
import { LARGE_PROCESS, withLargeProcess, type LargeProcess } from '../peers/largeProcess';
import { toRow, type Row, type RowTitle } from '../report/row';
import { MEMORY_SIZE } from '../measure/runMemoryTrial';
import { withHost } from '../hosts/withHost';
import { fullRows } from '../loads/workloads';

const SESSIONS = 128;
const ROUNDS = 40;
const SCROLLBACK = 1000;
/** Pause between two starts, in which the ended session is cleaned up. */
const PAUSE_MS = 50;
/** A session host is idle if it uses at most `mostMs` of CPU time within `overMs`. */
const IDLE = { overMs: 500, mostMs: 20 } as const;
const LIMIT_MS = 120_000;

/** P11: start of a session in a session host with many sessions, beside an empty one and node-pty in a process as large. */
export async function hostForkRows(context: BenchContext): Promise<readonly Row[]> {
  if (!hasProcFs()) {
    context.skip('P11', 'this system has no /proc');
    return [];
  }
  const { cols, rows } = MEMORY_SIZE;
  const path = context.writeFile('p11.log', fullRows(rows, cols, 'the-last-row'));
  return withHost(({ context: full, pid }) =>
    withHost(async ({ context: empty }) => {
      await fillSessions(full, { count: SESSIONS, viewed: 0, path, rows });
      await waitForCompression();
      await waitForIdle(pid);
      const rounds = await withLargeProcess(residentMbOf(pid), (large) =>
        measureRounds<Side, number>(ROUNDS, {
          full: () => createOnce(full),
          empty: () => createOnce(empty),
          large: () => startOnce(large),
        }),
      );
      const what = `start of a session in a host with ${SESSIONS} sessions of 10,000 rows`;
      const row = (peer: Side, title: Pick<RowTitle, 'peerName' | 'target'>): Row =>
        toRow(
          { id: 'P11', what, unit: 'ms', ...title },
          rounds.map((round) => ({ ours: round.full, peer: round[peer] })),
        );
      const peerName = 'in a host without sessions';
      return [
        // Without a goal beside an empty one: node-pty also starts programs more slowly in a process as large.
        row('empty', { peerName }),
        row('large', { peerName: LARGE_PROCESS, target: { kind: 'atMost', value: 1.2 } }),
      ];
    }),
  );
}

type Side = 'full' | 'empty' | 'large';

/** Resolves once the session host is idle: compressing screens must not count as part of a start. */
async function waitForIdle(pid: number): Promise<void> {
  const isIdle = async (): Promise<boolean> => {
    const before = cpuMsOf(pid);
    await sleep(IDLE.overMs);
    return cpuMsOf(pid) - before <= IDLE.mostMs;
  };
  await waitFor(isIdle, { limitMs: LIMIT_MS, what: 'the session host to be idle' });
}

/** Returns the milliseconds until `node-pty` has started a program. */
async function startOnce(large: LargeProcess): Promise<number> {
  const ms = await timeOf(() => large.start(programSpec('cat')));
  await large.end();
  await sleep(PAUSE_MS);
  return ms;
}

/** Returns the milliseconds until `create` resolves with the started session. */
async function createOnce(context: BenchContext): Promise<number> {
  const { sessions } = context;
  const spec = context.sessionSpec(programSpec('cat'), SCROLLBACK);
  const ms = await timeOf(() => sessions.create(spec));
  await sessions.kill(spec.id);
  await sleep(PAUSE_MS);
  return ms;
}
