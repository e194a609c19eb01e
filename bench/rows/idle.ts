import { setTimeout as sleep } from 'node:timers/promises';
import { programSpec } from '../../test/support/pty/realPty';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import { cpuMsOf, ownCpuMs, hasProcFs } from '../measure/processStats';
import { toLoneRow, type Row } from '../report/row';
import { withHost, type Hosted } from '../hosts/withHost';

const SESSIONS = 128;
const ROUNDS = 5;
/** Of each round. */
const SECONDS = 10;
const SCROLLBACK = 1000;
const PROMPT = programSpec('sh', ['-c', 'printf "> "; exec cat']);
const ALL_IDLE = { limitMs: 20_000, what: 'the last session to be idle' };

/** P13: CPU and timers of idle sessions. */
export async function idleRows(context: BenchContext): Promise<readonly Row[]> {
  const rows = await windowRows(context);
  await context.shutdown();
  if (hasProcFs()) {
    return [...rows, await withHost(hostRow)];
  }
  context.skip('the session host of P13', 'this system has no /proc');
  return rows;
}

async function windowRows(context: BenchContext): Promise<readonly Row[]> {
  const timersBefore = countTimers();
  await startAll(context);
  const timers: number[] = [];
  const cpu = await measureCpu(() => {
    timers.push(countTimers() - timersBefore);
    return ownCpuMs();
  });
  return [
    cpuRow(`${SESSIONS} idle sessions for ${SECONDS} s: CPU`, cpu),
    toLoneRow(
      {
        id: 'P13',
        what: `timers of ${SESSIONS} idle sessions`,
        unit: '',
        target: { kind: 'atMost', value: 0 },
      },
      timers,
      100,
    ),
  ];
}

/** CPU of the session host and of the window that is connected to it. */
async function hostRow({ context, pid }: Hosted): Promise<Row> {
  await startAll(context);
  const what = `${SESSIONS} idle sessions of the session host for ${SECONDS} s: CPU of host and window`;
  return cpuRow(what, await measureCpu(() => ownCpuMs() + cpuMsOf(pid)));
}

function cpuRow(what: string, values: readonly number[]): Row {
  return toLoneRow({ id: 'P13', what, unit: '%', target: { kind: 'atMost', value: 1 } }, values);
}

async function startAll(context: BenchContext): Promise<void> {
  const { sessions } = context;
  for (let index = 0; index < SESSIONS; index++) {
    await sessions.create(context.sessionSpec(PROMPT, SCROLLBACK));
  }
  await waitFor(() => sessions.list().every(({ state }) => state === 'idle'), ALL_IDLE);
}

/** CPU time of each round in percent of one core. */
async function measureCpu(cpuMs: () => number): Promise<readonly number[]> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = cpuMs();
    const start = performance.now();
    await sleep(SECONDS * 1000);
    rounds.push((100 * (cpuMs() - before)) / (performance.now() - start));
  }
  return rounds;
}

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
}
