import { Terminal } from '@xterm/headless';
import { ENGINES } from '../../src/pty/screen/createEngine';
import type { CreateEngine, ScreenEngine } from '../../src/pty/screen/screenEngine';
import { ScreenScheduler } from '../../src/pty/screen/screenScheduler';
import { STREAM_SIZE } from '../../test/support/pty/screens';
import { recordedTui } from '../loads/recordedTui';
import { colouredLog, plainLog } from '../loads/workloads';
import { measurePairs, rateOf, timeOf } from '../measure/measurePairs';
import { median } from '../measure/statistics';
import { toRow, type Row } from '../report/row';

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

/** The time of what viewers, sleep and models read. */
async function readRows(name: string, create: CreateEngine): Promise<readonly Row[]> {
  const engine = open(create);
  await parseAll(engine, colouredLog(BYTES / 10));
  const reads = {
    snapshot: () => engine.snapshot(SCROLLBACK),
    'compressed snapshot': () => engine.compress(),
    text: () => engine.text(SCROLLBACK),
  } as const;
  const rows: Row[] = [];
  for (const [what, read] of Object.entries<() => Promise<unknown>>(reads)) {
    const times: number[] = [];
    for (let time = 0; time <= READS; time++) {
      times.push(await timeOf(read));
    }
    rows.push({
      ...{ id: 'engines', peerName: '', unit: 'ms', ours: median(times.slice(1)) },
      what: `engine ${name}: ${what} of ${SCROLLBACK.toLocaleString('en')} rows`,
    });
  }
  engine.dispose();
  return rows;
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
