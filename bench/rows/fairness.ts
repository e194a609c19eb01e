import { setTimeout as sleep } from 'node:timers/promises';
import type { PtyProcess, PtySpawner, PtySpawnSpec } from '../../src/pty/ptyProcess';
import { createRealSpawner } from '../../test/support/realPty';
import { waitFor } from '../../test/support/waitFor';
import { Arrivals } from '../arrivals';
import { BenchContext } from '../benchContext';
import { makeFlood } from '../makeFlood';
import { measurePairs, type Measured } from '../measurePairs';
import { endByNodePty, spawnByNodePty } from '../nodePty';
import { openNodePtyEcho, openSessionEcho } from '../openEcho';
import { toRow, type Pair, type Row } from '../row';
import { percentile } from '../statistics';
import { typeKey, type Echo } from '../typeKeys';

const PROGRAMS = 128;
const BYTES_PER_SECOND = 200_000;
const DURATION_MS = 3000;
const KEY_PAUSE_MS = 10;
const SETTLE_MS = 500;
const PAIRS = 2;
const SCROLLBACK = 1000;
const ALL_WRITE = { limitMs: 20_000, what: 'output of all programs' };

/** What was seen while they all wrote. */
interface Seen {
  /** Of what they are to write by then, in percent. */
  readonly delivered: number;
  /** Of one core, in percent. */
  readonly cpu: number;
  readonly longestSilenceMs: number;
  readonly echoes: readonly number[];
}

/** P4: many sessions that write steadily get all their output taken, and hold up neither one another nor a key. */
export async function fairnessRows(context: BenchContext): Promise<readonly Row[]> {
  const program = await makeFlood(context, BYTES_PER_SECOND);
  if (!program) {
    context.leaveOut('P4', 'there is no cc to make its programs');
    return [];
  }
  const pairs = await measurePairs(
    PAIRS,
    () => writeInSessions(program),
    () => writeByNodePty(program),
  );
  const of = (read: (seen: Seen) => number): Pair[] =>
    pairs.map(({ ours, peer }) => ({ ours: read(ours), peer: read(peer) }));
  const what = `${PROGRAMS} x ${BYTES_PER_SECOND / 1000} KB/s, unwatched`;
  const title = { id: 'P4', peerName: 'node-pty' } as const;
  const ours = (kind: 'atLeast' | 'atMost', value: number) =>
    ({ kind, value, of: 'ours' }) as const;
  return [
    toRow(
      { ...title, what: `${what}: taken in time`, unit: '%', target: ours('atLeast', 99) },
      of(({ delivered }) => delivered),
    ),
    toRow(
      { ...title, what: `${what}: CPU`, unit: '%', target: { kind: 'atMost', value: 2 } },
      of(({ cpu }) => cpu),
    ),
    toRow(
      {
        ...title,
        what: `${what}: longest silence of one`,
        unit: 'ms',
        target: ours('atMost', 100),
      },
      of(({ longestSilenceMs }) => longestSilenceMs),
    ),
    toRow(
      { ...title, what: `${what}: echo beside them, p99`, unit: 'ms', target: ours('atMost', 5) },
      [{ ours: slowEcho(pairs, 'ours'), peer: slowEcho(pairs, 'peer') }],
    ),
  ];
}

function slowEcho(pairs: readonly Measured<Seen>[], side: 'ours' | 'peer'): number {
  return percentile(
    pairs.flatMap((pair) => pair[side].echoes),
    99,
  );
}

async function writeInSessions(program: PtySpawnSpec): Promise<Seen> {
  const spawner = new WatchfulSpawner(createRealSpawner());
  const context = new BenchContext(spawner);
  try {
    const echo = await openSessionEcho(context);
    spawner.arrivals.length = 0;
    for (let index = 0; index < PROGRAMS; index++) {
      await context.sessions.create(context.sessionSpec(program, SCROLLBACK));
    }
    return await watch(spawner.arrivals, echo);
  } finally {
    await context.shutdown();
    context.dispose();
  }
}

async function writeByNodePty(program: PtySpawnSpec): Promise<Seen> {
  const echo = await openNodePtyEcho();
  const programs = Array.from({ length: PROGRAMS }, () => spawnByNodePty(program));
  const arrivals = programs.map((pty) => {
    const own = new Arrivals();
    pty.onData((data) => own.add(data.length));
    return own;
  });
  const seen = await watch(arrivals, echo);
  await Promise.all(programs.map(endByNodePty));
  await echo.end();
  return seen;
}

/** Types keys while all programs write. */
async function watch(arrivals: readonly Arrivals[], echo: Echo): Promise<Seen> {
  await waitFor(() => arrivals.every(({ hasBegun }) => hasBegun), ALL_WRITE);
  await sleep(SETTLE_MS);
  arrivals.forEach((own) => own.forgetSilence());
  const usage = process.cpuUsage();
  const start = performance.now();
  const echoes: number[] = [];
  while (performance.now() - start < DURATION_MS) {
    echoes.push(await typeKey(echo, KEY_PAUSE_MS));
  }
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(usage);
  // One that makes up for a late start is not faster than it should be.
  const rate = arrivals.reduce((sum, own) => sum + Math.min(own.rate, BYTES_PER_SECOND), 0);
  return {
    delivered: (100 * rate) / (PROGRAMS * BYTES_PER_SECOND),
    cpu: (100 * (user + system)) / 1000 / ms,
    longestSilenceMs: Math.max(...arrivals.map((own) => own.longestSilenceMs)),
    echoes,
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
