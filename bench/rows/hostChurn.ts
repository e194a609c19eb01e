import { programSpec } from '../../test/support/pty/realPty';
import type { BenchContext } from '../hosts/benchContext';
import {
  openFilesOf,
  residentMbOf,
  hasProcFs,
  threadsOf,
  zombiesOf,
} from '../measure/processStats';
import { toLoneRow, type Row, type Unit } from '../report/row';
import { withHost, type Hosted } from '../hosts/withHost';

/** Sessions before the measurement, in which the heap grows to its steady size. */
const WARM_UP = 1500;
/** Of all rounds together. */
const CYCLES = 1000;
const ROUNDS = 5;
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
  const counts = [countResources(pid)];
  const memory: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (let cycle = 0; cycle < CYCLES / ROUNDS; cycle++) {
      await runSession(context);
      memory.push(residentMbOf(pid) * 1000);
    }
    counts.push(countResources(pid));
  }
  return rowsOf(counts, memory);
}

/** Rows of all rounds together, with the spread of the rounds. `counts` are those before and after each round. */
function rowsOf(counts: readonly ResourceCounts[], memory: readonly number[]): readonly Row[] {
  const rounds = Array.from({ length: ROUNDS }, (_, round) => [round, round + 1] as const);
  const row = (what: string, [unit, most]: readonly [Unit, number], of: ValueOf): Row => {
    const title = { id: 'R7', what: `the session host after ${CYCLES} sessions: ${what}`, unit };
    const target = { kind: 'atMost', value: most } as const;
    const values = rounds.map(([from, to]) => of(from, to));
    return { ...toLoneRow({ ...title, target }, values), ours: of(0, ROUNDS) };
  };
  const increaseOf =
    (key: keyof ResourceCounts): ValueOf =>
    (from, to) =>
      (counts[to]?.[key] ?? NaN) - (counts[from]?.[key] ?? NaN);
  const slope: ValueOf = (from, to) =>
    slopeOf(memory.slice((from * CYCLES) / ROUNDS, (to * CYCLES) / ROUNDS));
  return [
    row('increase in open files', ['', 0], increaseOf('files')),
    row('increase in threads', ['', 0], increaseOf('threads')),
    row('zombies', ['', 0], (_, to) => counts[to]?.zombies ?? NaN),
    row('increase in memory per session', ['KB', 1], slope),
  ];
}

/** A value of the sessions between two counts. */
type ValueOf = (from: number, to: number) => number;

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
