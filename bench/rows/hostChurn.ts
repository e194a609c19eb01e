import { programSpec } from '../../test/support/pty/realPty';
import type { BenchContext } from '../hosts/benchContext';
import {
  openFilesOf,
  residentMbOf,
  hasProcFs,
  threadsOf,
  zombiesOf,
} from '../measure/processStats';
import type { Row, Unit } from '../report/row';
import { withHost, type Hosted } from '../hosts/withHost';

/** Sessions before the measurement, in which the heap grows to its steady size. */
const WARM_UP = 1500;
const CYCLES = 1000;
const SCROLLBACK = 1000;
const PROGRAM = programSpec('sh', ['-c', 'echo done']);

interface ResourceCounts {
  readonly files: number;
  readonly threads: number;
  readonly zombies: number;
}

/** R7: a session host leaks no files, threads, processes or memory of ended sessions. */
export async function hostChurnRows(context: BenchContext): Promise<readonly Row[]> {
  if (!hasProcFs()) {
    context.skip('R7', 'this system has no /proc');
    return [];
  }
  return withHost(churn);
}

async function churn({ context, pid }: Hosted): Promise<readonly Row[]> {
  for (let cycle = 0; cycle < WARM_UP; cycle++) {
    await runSession(context);
  }
  const before = countResources(pid);
  const memory: number[] = [];
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    await runSession(context);
    memory.push(residentMbOf(pid) * 1000);
  }
  const after = countResources(pid);
  const row = (what: string, unit: Unit, ours: number, most: number): Row => ({
    id: 'R7',
    what: `the session host after ${CYCLES} sessions: ${what}`,
    peerName: '',
    unit,
    ours,
    target: { kind: 'atMost', value: most },
  });
  return [
    row('increase in open files', '', after.files - before.files, 0),
    row('increase in threads', '', after.threads - before.threads, 0),
    row('zombies', '', after.zombies, 0),
    row('increase in memory per session', 'KB', slopeOf(memory), 1),
  ];
}

/** Starts a session with a viewer, waits for its exit and removes it. */
async function runSession(context: BenchContext): Promise<void> {
  const { sessions } = context;
  const { id } = await sessions.create(context.sessionSpec(PROGRAM, SCROLLBACK));
  await new Promise<void>((fulfil, reject) => {
    sessions.attach(id, { onData() {}, onExit: () => fulfil() }).catch(reject);
  });
  await sessions.kill(id);
}

function countResources(pid: number): ResourceCounts {
  return { files: openFilesOf(pid), threads: threadsOf(pid), zombies: zombiesOf(pid) };
}

/** Average increase from one value to the next, by least squares. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const rise = values.reduce((sum, value, at) => sum + (at - middle) * value, 0);
  const run = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return rise / run;
}
