import { setTimeout as sleep } from 'node:timers/promises';
import { programSpec } from '../../test/support/pty/realPty';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import { cpuMsOf, ownCpuMs, hasProcFs } from '../measure/processStats';
import type { Row } from '../report/row';
import { withHost, type Hosted } from '../hosts/withHost';

const SESSIONS = 128;
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
  const timers = countTimers() - timersBefore;
  const title = { id: 'P13', peerName: '' } as const;
  return [
    {
      ...title,
      what: `${SESSIONS} idle sessions for ${SECONDS} s: CPU`,
      unit: '%',
      ours: await measureCpu(ownCpuMs),
      target: { kind: 'atMost', value: 1 },
    },
    {
      ...title,
      what: `timers of ${SESSIONS} idle sessions`,
      unit: '',
      ours: timers,
      target: { kind: 'atMost', value: 0 },
    },
  ];
}

/** CPU of the session host and of the window that is connected to it. */
async function hostRow({ context, pid }: Hosted): Promise<Row> {
  await startAll(context);
  return {
    id: 'P13',
    peerName: '',
    what: `${SESSIONS} idle sessions of the session host for ${SECONDS} s: CPU of host and window`,
    unit: '%',
    ours: await measureCpu(() => ownCpuMs() + cpuMsOf(pid)),
    target: { kind: 'atMost', value: 1 },
  };
}

async function startAll(context: BenchContext): Promise<void> {
  const { sessions } = context;
  for (let index = 0; index < SESSIONS; index++) {
    await sessions.create(context.sessionSpec(PROMPT, SCROLLBACK));
  }
  await waitFor(() => sessions.list().every(({ state }) => state === 'idle'), ALL_IDLE);
}

/** CPU time in percent of one core. */
async function measureCpu(cpuMs: () => number): Promise<number> {
  const before = cpuMs();
  const start = performance.now();
  await sleep(SECONDS * 1000);
  return (100 * (cpuMs() - before)) / (performance.now() - start);
}

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
}
