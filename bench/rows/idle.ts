import { setTimeout as sleep } from 'node:timers/promises';
import { programSpec } from '../../test/support/realPty';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../benchContext';
import type { Row } from '../row';

const SESSIONS = 128;
const SECONDS = 10;
const SCROLLBACK = 1000;
const PROMPT = programSpec('sh', ['-c', 'printf "> "; exec cat']);
const ALL_IDLE = { limitMs: 20_000, what: 'the last session to be idle' };

/** P13: sessions that do nothing cost nothing. */
export async function idleRows(context: BenchContext): Promise<readonly Row[]> {
  const { sessions } = context;
  const timersBefore = countTimers();
  for (let index = 0; index < SESSIONS; index++) {
    await sessions.create(context.sessionSpec(PROMPT, SCROLLBACK));
  }
  await waitFor(() => sessions.list().every(({ state }) => state === 'idle'), ALL_IDLE);
  const timers = countTimers() - timersBefore;
  const title = { id: 'P13', peerName: '' } as const;
  return [
    {
      ...title,
      what: `${SESSIONS} idle sessions for ${SECONDS} s: CPU`,
      unit: '%',
      ours: await measureCpu(),
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

/** Of one core, in percent. */
async function measureCpu(): Promise<number> {
  const before = process.cpuUsage();
  const start = performance.now();
  await sleep(SECONDS * 1000);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 10 / (performance.now() - start);
}

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
}
