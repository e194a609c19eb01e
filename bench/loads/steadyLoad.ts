import { setTimeout as sleep } from 'node:timers/promises';
import type { PtyProcess, PtySpawner, PtySpawnSpec } from '../../src/pty/ptyProcess';
import { createRealSpawner } from '../../test/support/pty/realPty';
import { waitFor } from '../../test/support/waitFor';
import { Arrivals } from '../measure/arrivals';
import { BenchContext } from '../hosts/benchContext';
import { endByNodePty, spawnByNodePty } from '../peers/nodePty';
import { openNodePtyEcho, openSessionEcho } from './openEcho';
import { cpuMsOf, ownCpuMs, writtenBy } from '../measure/processFacts';
import { typeKey, type Echo } from './typeKeys';
import { withHost } from '../hosts/withHost';

/** Programs that write steadily at once, and how fast each of them does. */
export const STEADY_LOAD = { programs: 128, bytesPerSecond: 200_000 } as const;

/** What was seen while they all wrote. */
export interface Seen {
  /** Of what they are to write by then, in percent. */
  readonly delivered: number;
  /** Of one core, in percent. */
  readonly cpu: number;
  /** Of one of them; NaN where nobody sees what comes. */
  readonly longestSilenceMs: number;
  readonly echoes: readonly number[];
}

/** How far they have come. */
interface Progress {
  haveAllBegun(): boolean;
  /** From now on it counts. */
  begin(): void;
  /** Bytes a second of all. */
  rate(): number;
  longestSilenceMs(): number;
}

const DURATION_MS = 3000;
const KEY_PAUSE_MS = 10;
const SETTLE_MS = 500;
const SCROLLBACK = 1000;
const ALL_WRITE = { limitMs: 60_000, what: 'output of all programs' };

/** Many copies of `program` in sessions of a window of their own, beside one in which keys are typed. */
export async function writeInSessions(program: PtySpawnSpec): Promise<Seen> {
  const spawner = new WatchfulSpawner(createRealSpawner());
  const context = new BenchContext(spawner);
  try {
    const echo = await openSessionEcho(context);
    spawner.arrivals.length = 0;
    await startAll(context, program);
    return await watch(progressOf(spawner.arrivals), echo, ownCpuMs);
  } finally {
    await context.shutdown();
    context.dispose();
  }
}

/** The same in a session host, of which only the programs themselves can tell how much of them it takes. */
export function writeInHost(program: PtySpawnSpec): Promise<Seen> {
  return withHost(async ({ context, pid }) => {
    const echo = await openSessionEcho(context);
    const pids = await startAll(context, program);
    return watch(writtenProgress(pids), echo, () => ownCpuMs() + cpuMsOf(pid));
  });
}

/** The same by `node-pty` itself, whose output goes nowhere. */
export async function writeByNodePty(program: PtySpawnSpec): Promise<Seen> {
  const echo = await openNodePtyEcho();
  const programs = Array.from({ length: STEADY_LOAD.programs }, () => spawnByNodePty(program));
  const arrivals = programs.map((pty) => {
    const own = new Arrivals();
    pty.onData((data) => own.add(data.length));
    return own;
  });
  const seen = await watch(progressOf(arrivals), echo, ownCpuMs);
  await Promise.all(programs.map(endByNodePty));
  await echo.end();
  return seen;
}

async function startAll(context: BenchContext, program: PtySpawnSpec): Promise<readonly number[]> {
  const pids: number[] = [];
  for (let index = 0; index < STEADY_LOAD.programs; index++) {
    const { pid } = await context.sessions.create(context.sessionSpec(program, SCROLLBACK));
    pids.push(pid ?? NaN);
  }
  return pids;
}

/** Types keys while all programs write. */
async function watch(progress: Progress, echo: Echo, cpuMs: () => number): Promise<Seen> {
  await waitFor(() => progress.haveAllBegun(), ALL_WRITE);
  await sleep(SETTLE_MS);
  progress.begin();
  const cpuBefore = cpuMs();
  const start = performance.now();
  const echoes: number[] = [];
  while (performance.now() - start < DURATION_MS) {
    echoes.push(await typeKey(echo, KEY_PAUSE_MS));
  }
  const cpu = (100 * (cpuMs() - cpuBefore)) / (performance.now() - start);
  const { programs, bytesPerSecond } = STEADY_LOAD;
  return {
    delivered: (100 * progress.rate()) / (programs * bytesPerSecond),
    cpu,
    longestSilenceMs: progress.longestSilenceMs(),
    echoes,
  };
}

function progressOf(arrivals: readonly Arrivals[]): Progress {
  const most = STEADY_LOAD.bytesPerSecond;
  return {
    haveAllBegun: () => arrivals.every(({ hasBegun }) => hasBegun),
    begin: () => arrivals.forEach((own) => own.forgetSilence()),
    // One that makes up for a late start is not faster than it should be.
    rate: () => arrivals.reduce((sum, own) => sum + Math.min(own.rate, most), 0),
    longestSilenceMs: () => Math.max(...arrivals.map((own) => own.longestSilenceMs)),
  };
}

/** What a terminal takes: a program writes no more than that. */
function writtenProgress(pids: readonly number[]): Progress {
  const most = STEADY_LOAD.programs * STEADY_LOAD.bytesPerSecond;
  const written = (): number => pids.reduce((sum, pid) => sum + writtenBy(pid), 0);
  let since = { at: 0, bytes: 0 };
  return {
    haveAllBegun: () => pids.every((pid) => writtenBy(pid) > 0),
    begin: () => void (since = { at: performance.now(), bytes: written() }),
    rate: () => Math.min(most, (1000 * (written() - since.bytes)) / (performance.now() - since.at)),
    longestSilenceMs: () => NaN,
  };
}

/** Looks at what comes from each program, without the session knowing. */
class WatchfulSpawner implements PtySpawner {
  readonly arrivals: Arrivals[] = [];

  constructor(private readonly inner: PtySpawner) {}

  spawn(spec: PtySpawnSpec): PtyProcess {
    const program = this.inner.spawn(spec);
    const own = new Arrivals();
    this.arrivals.push(own);
    program.onData((chunk) => own.add(chunk.length));
    return program;
  }
}
