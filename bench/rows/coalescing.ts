import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock';
import { nullLogger } from '../../src/base/logger';
import { Coalescer, joinText } from '../../src/pty/flow/coalescer';
import { AgentPseudoterminal } from '../../src/views/terminals/agentPseudoterminal';
import type { ProgramSpec } from '../../src/pty/ptyProcess';
import { programSpec } from '../../test/support/pty/realPty';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import { measureColdRounds, type Measure } from '../measure/measureRounds';
import { percentileRow, timesOf, type PairOfTimes } from '../report/percentileRow';
import { toLoneRow, toRow, type Pair, type Row, type Target } from '../report/row';
import { DelayBuffer } from '../peers/delayBuffer';
import { withHost } from '../hosts/withHost';
import { colouredLog } from '../loads/workloads';

const ROUNDS = 5;
const MB = 100;
const SCROLLBACK = 1000;
/** Of each round. */
const KEYS = 20;
/** Longer than the delays of both buffers, so that no key is joined with another. */
const KEY_PAUSE_MS = 15;
/** Parsing rate of the terminal in characters per millisecond: 10 MB/s, as VS Code's. */
const PARSED_PER_MS = 10_000;
const QUERY = /\x1b\[\?(\d+)\$p/g;
const PEER_DELAY_MS = 5;
const WRITTEN = { limitMs: 10_000, what: 'a key to be written' };
const ALL_READ = { limitMs: 30_000, what: 'the end of the session' };
const LAST_REDRAW_MS = 1500;
const PEER = "VS Code's 5 ms buffer";

/** P5: messages to a terminal per MB of a flood, and the delay of a single key. */
export async function coalescingRows(context: BenchContext): Promise<readonly Row[]> {
  const log = colouredLog(1_000_000);
  const path = context.writeFile('p5.log', log);
  const copies = Array.from({ length: MB }, () => path);
  const program = programSpec('cat', copies);
  const rows = await messageRows(context, program, '');
  const hosted = await withHost((host) =>
    messageRows(host.context, program, 'in the session host, '),
  );
  const delays: PairOfTimes[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    delays.push(await measureDelays());
  }
  const what = `delay of a single key, p99 of ${ROUNDS * KEYS}`;
  const title = { id: 'P5', peerName: PEER, what, unit: 'ms', target: atMost(1) } as const;
  return [...rows, ...hosted, percentileRow(title, delays, 99)];
}

async function messageRows(
  context: BenchContext,
  program: ProgramSpec,
  prefix: string,
): Promise<readonly Row[]> {
  const start = async (): Promise<string> =>
    (await context.sessions.create(context.sessionSpec(program, SCROLLBACK))).id;
  const coalesced: Pair[] = [];
  const parsed: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    coalesced.push(await countMessages(context, await start()));
    parsed.push(await countParsed(context, await start()));
  }
  const title = { id: 'P5', unit: '', target: atMost(20) } as const;
  const what = `${prefix}messages per MB, ${MB} MB`;
  return [
    toRow({ ...title, what: `${what} coalesced`, peerName: PEER }, coalesced),
    toLoneRow({ ...title, what: `${what} into a terminal that parses 10 MB/s` }, parsed),
  ];
}

function atMost(value: number): Target {
  return { kind: 'atMost', value, of: 'ours' };
}

/** Messages per MB of a session's output, for a viewer without back-pressure. */
async function countMessages({ sessions }: BenchContext, id: string): Promise<Pair> {
  const counts = { ours: 0, peer: 0 };
  const ours = createCoalescer(() => counts.ours++);
  const peer = new DelayBuffer(PEER_DELAY_MS, () => counts.peer++);
  await new Promise<void>((fulfil, reject) => {
    const onData = (data: string): void => {
      ours.push(data);
      peer.push(data);
    };
    sessions.attach(id, { onData, onExit: () => fulfil() }).catch(reject);
  });
  ours.flush();
  ours.dispose();
  return { ours: counts.ours / MB, peer: counts.peer / MB };
}

/** Messages per MB that a pseudoterminal writes until it has drawn the last screen. */
async function countParsed({ sessions }: BenchContext, id: string): Promise<number> {
  const deps = { sessions, clock: systemClock, terminalScrollback: () => SCROLLBACK };
  const view = { sessionId: id, label: 'bench', cwd: '/' };
  const pty = new AgentPseudoterminal({ ...deps, log: nullLogger }, view);
  let messages = 0;
  let parsedAt = performance.now();
  const parse = async (text: string): Promise<void> => {
    messages++;
    parsedAt = Math.max(parsedAt, performance.now()) + text.length / PARSED_PER_MS;
    const answers = [...text.matchAll(QUERY)].map(([, mode]) => `\x1b[?${mode};0$y`);
    if (answers.length > 0) {
      await sleep(Math.max(0, parsedAt - performance.now()));
      pty.handleInput(answers.join(''));
    }
  };
  pty.onDidWrite((text) => void parse(text));
  pty.open({ columns: 80, rows: 24 });
  await waitFor(() => sessions.get(id)?.state === 'terminated', ALL_READ);
  await sleep(LAST_REDRAW_MS);
  pty.close();
  return messages / MB;
}

/** The times from a key's arrival until it is written, in milliseconds. */
async function measureDelays(): Promise<PairOfTimes> {
  let [start, delay] = [0, NaN];
  const record = (): void => void (delay = performance.now() - start);
  const ours = createCoalescer(record);
  const peer = new DelayBuffer(PEER_DELAY_MS, record);
  const typeInto = (buffer: { push(text: string): void }): Measure<number> => {
    return async () => {
      [start, delay] = [performance.now(), NaN];
      buffer.push('k');
      await sleep(KEY_PAUSE_MS);
      await waitFor(() => !Number.isNaN(delay), WRITTEN);
      return delay;
    };
  };
  const keys = await measureColdRounds(KEYS, { ours: typeInto(ours), peer: typeInto(peer) });
  ours.dispose();
  return timesOf(keys);
}

function createCoalescer(write: (text: string) => void): Coalescer<string> {
  return new Coalescer(systemClock, joinText, write);
}
