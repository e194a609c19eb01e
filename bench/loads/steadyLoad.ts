import { setTimeout as sleep } from 'node:timers/promises';
import type { PtyProcess, PtySpawner, PtySpawnSpec } from '../../src/pty/ptyProcess';
import { createRealSpawner } from '../../test/support/pty/realPty';
import { waitFor } from '../../test/support/waitFor';
import { OutputMeter } from '../measure/outputMeter';
import { BenchContext } from '../hosts/benchContext';
import { endByNodePty, spawnByNodePty } from '../peers/nodePty';
import { withBareTerminals } from '../peers/bareTerminals';
import { withHistory, type History } from './history';
import { openNodePtyEcho, openSessionEcho, openTerminalEcho } from './openEcho';
import { cpuMsOf, ownCpuMs, writtenBytesOf } from '../measure/processStats';
import { typeKey, type Echo } from './typeKeys';
import { withHost } from '../hosts/withHost';

export interface SteadyLoad {
  /** Number of programs that write steadily at the same time. */
  readonly programs: number;
  /** The rate of each. */
  readonly bytesPerSecond: number;
  readonly durationMs: number;
  /** What the programs, and the one that repeats keys, print first. Their scrollback holds it. Default: nothing. */
  readonly history?: History;
}

/** Measured while all programs write. */
export interface SteadyLoadResult {
  /** Output that was read, in percent of the programs' nominal rate. */
  readonly delivered: number;
  /** CPU time, in percent of one core. */
  readonly cpu: number;
  /** Longest gap in the output of one program, in milliseconds; NaN in a session host. */
  readonly longestGapMs: number;
  /** Time of each key's echo, in milliseconds. */
  readonly echoes: readonly number[];
}

/** Progress of all programs. */
interface Progress {
  haveAllStarted(): boolean;
  /** Discards what was measured during the start. */
  startMeasuring(): void;
  /** Bytes per second, of all programs. */
  rate(): number;
  longestGapMs(): number;
}

const KEY_PAUSE_MS = 10;
const SETTLE_MS = 500;
const SCROLLBACK = 1000;
const ALL_WRITE = { limitMs: 60_000, what: 'output of all programs' };

/** Runs copies of `program` in sessions of a window, beside a session in which keys are typed. */
export async function writeInSessions(
  program: PtySpawnSpec,
  load: SteadyLoad,
): Promise<SteadyLoadResult> {
  const spawner = new MeteredSpawner(createRealSpawner(), load.history?.bytes);
  const context = new BenchContext(spawner);
  try {
    const echo = await openSessionEcho(context, load.history);
    spawner.meters.length = 0;
    await startAll(context, program, load);
    const progress = progressOf(spawner.meters, load);
    await parseHistory(context, progress, load);
    return await measureEchoes(load, progress, echo, ownCpuMs);
  } finally {
    await context.shutdown();
    context.dispose();
  }
}

/** As {@link writeInSessions}, in a session host. The output is counted by what the programs have written. */
export function writeInHost(program: PtySpawnSpec, load: SteadyLoad): Promise<SteadyLoadResult> {
  return withHost(async ({ context, pid }) => {
    const echo = await openSessionEcho(context, load.history);
    const pids = await startAll(context, program, load);
    const progress = writtenProgressOf(pids, load);
    await parseHistory(context, progress, load);
    const cpuMs = (): number => ownCpuMs() + cpuMsOf(pid);
    return measureEchoes(load, progress, echo, cpuMs);
  });
}

/** As {@link writeInSessions}, on bare PTYs of `node-pty`. The output is discarded. */
export async function writeByNodePty(
  program: PtySpawnSpec,
  load: SteadyLoad,
): Promise<SteadyLoadResult> {
  const echo = await openNodePtyEcho(load.history);
  const printed = withHistory(program, load.history);
  const programs = Array.from({ length: load.programs }, () => spawnByNodePty(printed));
  const meters = programs.map((pty) => {
    const meter = new OutputMeter(load.history?.bytes);
    pty.onData((data) => meter.add(data.length));
    return meter;
  });
  const result = await measureEchoes(load, progressOf(meters, load), echo, ownCpuMs);
  await Promise.all(programs.map(endByNodePty));
  await echo.end();
  return result;
}

/** As {@link writeInSessions}, in bare terminals. */
export function writeInTerminals(
  program: PtySpawnSpec,
  load: SteadyLoad,
): Promise<SteadyLoadResult> {
  return withBareTerminals(async (terminals) => {
    const echo = await openTerminalEcho(terminals, load.history);
    const printed = withHistory(program, load.history);
    const programs = Array.from({ length: load.programs }, () =>
      terminals.open(printed, load.history?.rows),
    );
    const meters = programs.map(({ onData }) => {
      const meter = new OutputMeter(load.history?.bytes);
      onData.event((data) => meter.add(data.length));
      return meter;
    });
    return measureEchoes(load, progressOf(meters, load), echo, ownCpuMs);
  });
}

async function startAll(
  context: BenchContext,
  program: PtySpawnSpec,
  { programs, history }: SteadyLoad,
): Promise<readonly number[]> {
  const printed = withHistory(program, history);
  const scrollback = history?.rows ?? SCROLLBACK;
  const pids: number[] = [];
  for (let index = 0; index < programs; index++) {
    const { pid } = await context.sessions.create(context.sessionSpec(printed, scrollback));
    pids.push(pid ?? NaN);
  }
  return pids;
}

/** Resolves once the screens contain what the programs have printed first: without a viewer they parse it when read. */
async function parseHistory(
  { sessions }: BenchContext,
  progress: Progress,
  { history }: SteadyLoad,
): Promise<void> {
  if (history) {
    await waitFor(() => progress.haveAllStarted(), ALL_WRITE);
    await Promise.all(sessions.list().map(({ id }) => sessions.text(id)));
  }
}

/** Types keys while all programs write. */
async function measureEchoes(
  { programs, bytesPerSecond, durationMs }: SteadyLoad,
  progress: Progress,
  echo: Echo,
  cpuMs: () => number,
): Promise<SteadyLoadResult> {
  await waitFor(() => progress.haveAllStarted(), ALL_WRITE);
  await sleep(SETTLE_MS);
  progress.startMeasuring();
  const cpuBefore = cpuMs();
  const start = performance.now();
  const echoes: number[] = [];
  while (performance.now() - start < durationMs) {
    echoes.push(await typeKey(echo, KEY_PAUSE_MS));
  }
  const cpu = (100 * (cpuMs() - cpuBefore)) / (performance.now() - start);
  return {
    delivered: (100 * progress.rate()) / (programs * bytesPerSecond),
    cpu,
    longestGapMs: progress.longestGapMs(),
    echoes,
  };
}

function progressOf(meters: readonly OutputMeter[], load: SteadyLoad): Progress {
  const most = load.bytesPerSecond;
  return {
    haveAllStarted: () => meters.every(({ hasStarted }) => hasStarted),
    startMeasuring: () => meters.forEach((meter) => meter.resetGap()),
    // A program that catches up after a late start must not count above its nominal rate.
    rate: () => meters.reduce((sum, meter) => sum + Math.min(meter.rate, most), 0),
    longestGapMs: () => Math.max(...meters.map((meter) => meter.longestGapMs)),
  };
}

/** Derives the output from the bytes that the programs have written: a full PTY blocks the writer. */
function writtenProgressOf(pids: readonly number[], load: SteadyLoad): Progress {
  const most = load.programs * load.bytesPerSecond;
  const written = (): number => pids.reduce((sum, pid) => sum + writtenBytesOf(pid), 0);
  let since = { at: 0, bytes: 0 };
  return {
    haveAllStarted: () => pids.every((pid) => writtenBytesOf(pid) > (load.history?.bytes ?? 0)),
    startMeasuring: () => void (since = { at: performance.now(), bytes: written() }),
    rate: () => Math.min(most, (1000 * (written() - since.bytes)) / (performance.now() - since.at)),
    longestGapMs: () => NaN,
  };
}

/** Measures the output of each program that it spawns. */
class MeteredSpawner implements PtySpawner {
  readonly meters: OutputMeter[] = [];

  constructor(
    private readonly inner: PtySpawner,
    private readonly skipped?: number,
  ) {}

  spawn(spec: PtySpawnSpec): PtyProcess {
    const program = this.inner.spawn(spec);
    const meter = new OutputMeter(this.skipped);
    this.meters.push(meter);
    program.onData((chunk) => meter.add(chunk.length));
    return program;
  }
}
