import { Terminal } from '@xterm/headless';
import { ENGINES } from '../../src/pty/screen/createEngine';
import type { CreateEngine, ScreenEngine } from '../../src/pty/screen/screenEngine';
import { ScreenScheduler } from '../../src/pty/screen/screenScheduler';
import { STREAM_SIZE } from '../../test/support/pty/screens';
import { recordedTui } from '../loads/recordedTui';
import { colouredLog, plainLog } from '../loads/workloads';
import { measurePairs, rateOf, timeOf } from '../measure/measurePairs';
import { measureRounds, type Measure } from '../measure/measureRounds';
import { toLoneRow, toRow, type Row } from '../report/row';

const WORKLOADS = [
  { name: 'a plain log', make: plainLog },
  { name: 'a coloured log', make: colouredLog },
  { name: 'a full-screen program', make: recordedTui },
] as const;

const BYTES = 10_000_000;
const CHUNK = 64 * 1024;
const SCROLLBACK = 1000;
const PAIRS = 5;
const READS = 15;
/** Half the width: most rows wrap. */
const NARROW = { ...STREAM_SIZE, cols: STREAM_SIZE.cols / 2 } as const;

/** Engines of screens alone, without a PTY, beside a bare terminal of `@xterm/headless`. */
export async function engineRows(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [name, create] of Object.entries<CreateEngine>(ENGINES)) {
    for (const { name: workload, make } of WORKLOADS) {
      const log = make(BYTES);
      const pairs = await measurePairs(
        PAIRS,
        async () => rateOf(log.length, await timeOf(() => parseByEngine(create, log))),
        async () => rateOf(log.length, await timeOf(() => parseByTerminal(log))),
      );
      const what = `engine ${name}: parsing ${workload}`;
      rows.push(
        toRow({ id: 'engines', what, peerName: 'a bare @xterm/headless', unit: 'MB/s' }, pairs),
      );
    }
    rows.push(...(await readRows(name, create)));
  }
  return rows;
}

/** The time of what viewers, sleep and models read, and of what changes a whole screen. */
async function readRows(name: string, create: CreateEngine): Promise<readonly Row[]> {
  const log = colouredLog(BYTES / 10);
  const engine = open(create);
  // A resize changes the content, which the others read.
  const resized = open(create);
  await parseAll(engine, log);
  await parseAll(resized, log);
  const compressed = await engine.compress();
  const count = `${SCROLLBACK.toLocaleString('en')} rows`;
  const reads: Readonly<Record<string, Measure<number>>> = {
    [`snapshot of ${count}`]: () => timeOf(() => engine.snapshot(SCROLLBACK)),
    [`compressed snapshot of ${count}`]: () => timeOf(() => engine.compress()),
    [`text of ${count}`]: () => timeOf(() => engine.text(SCROLLBACK)),
    'visible rows': () => timeOf(() => engine.visible()),
    [`restore of ${count} from a compressed snapshot`]: () => timeRestore(create, compressed),
    [`resize to half the columns and back, ${count}`]: () => timeOf(() => narrowAndWiden(resized)),
  };
  const rounds = await measureRounds(READS, reads);
  engine.dispose();
  resized.dispose();
  return Object.keys(reads).map((what) =>
    toLoneRow(
      { id: 'engines', what: `engine ${name}: ${what}`, unit: 'ms' },
      rounds.map((round) => round[what] ?? NaN),
    ),
  );
}

/** The time to restore a new engine, without that to create it. */
async function timeRestore(create: CreateEngine, compressed: Uint8Array): Promise<number> {
  const engine = open(create);
  const ms = await timeOf(() => engine.restore(compressed));
  engine.dispose();
  return ms;
}

async function narrowAndWiden(engine: ScreenEngine): Promise<void> {
  await engine.resize(NARROW);
  await engine.resize(STREAM_SIZE);
}

function open(create: CreateEngine): ScreenEngine {
  const scheduler = new ScreenScheduler();
  const options = { dimensions: STREAM_SIZE, scrollback: SCROLLBACK, scheduler };
  return create({ ...options, waitingBytes: () => 0 });
}

async function parseByEngine(create: CreateEngine, log: Buffer): Promise<void> {
  const engine = open(create);
  await parseAll(engine, log);
  engine.dispose();
}

async function parseAll(engine: ScreenEngine, log: Buffer): Promise<void> {
  for (let at = 0; at < log.length; at += CHUNK) {
    await engine.parse(log.subarray(at, at + CHUNK));
  }
}

async function parseByTerminal(log: Buffer): Promise<void> {
  const terminal = new Terminal({ ...STREAM_SIZE, scrollback: SCROLLBACK, allowProposedApi: true });
  for (let at = 0; at < log.length; at += CHUNK) {
    await new Promise<void>((fulfil) => terminal.write(log.subarray(at, at + CHUNK), fulfil));
  }
  terminal.dispose();
}
