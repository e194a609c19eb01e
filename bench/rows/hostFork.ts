import { setTimeout as sleep } from 'node:timers/promises';
import { programSpec } from '../../test/support/pty/realPty';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import { fillSessions } from '../loads/fillSessions';
import { measurePairs, timeOf } from '../measure/measurePairs';
import { cpuMsOf, hasProcFs } from '../measure/processStats';
import { toRow, type Row } from '../report/row';
import { MEMORY_SIZE } from '../measure/runMemoryTrial';
import { withHost } from '../hosts/withHost';
import { fullRows } from '../loads/workloads';

const SESSIONS = 128;
const PAIRS = 40;
const SCROLLBACK = 1000;
/** Pause between two starts, in which the ended session is cleaned up. */
const PAUSE_MS = 50;
/** A session host is idle if it uses at most `mostMs` of CPU time within `overMs`. */
const IDLE = { overMs: 500, mostMs: 20 } as const;
const LIMIT_MS = 120_000;

/** P11: start of a session in a session host with many sessions, beside an empty one. */
export async function hostForkRows(context: BenchContext): Promise<readonly Row[]> {
  if (!hasProcFs()) {
    context.skip('P11', 'this system has no /proc');
    return [];
  }
  const { cols, rows } = MEMORY_SIZE;
  const path = context.writeFile('p11.log', fullRows(rows, cols, 'the-last-row'));
  return withHost(({ context: full, pid }) =>
    withHost(async ({ context: empty }) => {
      await fillSessions(full, { count: SESSIONS, viewed: 0, path });
      await waitForIdle(pid);
      const measured = await measurePairs(
        PAIRS,
        () => createOnce(full),
        () => createOnce(empty),
      );
      return [
        toRow(
          {
            id: 'P11',
            what: `start of a session in a host with ${SESSIONS} sessions of 10,000 rows`,
            unit: 'ms',
            peerName: 'in a host without sessions',
            target: { kind: 'atMost', value: 3 },
          },
          measured,
        ),
      ];
    }),
  );
}

/** Resolves once the session host is idle: compressing screens must not count as part of a start. */
async function waitForIdle(pid: number): Promise<void> {
  const isIdle = async (): Promise<boolean> => {
    const before = cpuMsOf(pid);
    await sleep(IDLE.overMs);
    return cpuMsOf(pid) - before <= IDLE.mostMs;
  };
  await waitFor(isIdle, { limitMs: LIMIT_MS, what: 'the session host to be idle' });
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
