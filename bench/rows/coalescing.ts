import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock';
import { nullLogger } from '../../src/base/logger';
import { Coalescer, joinText } from '../../src/pty/flow/coalescer';
import { AgentPseudoterminal } from '../../src/views/terminals/agentPseudoterminal';
import type { ProgramSpec } from '../../src/pty/ptyProcess';
import { programSpec } from '../../test/support/pty/realPty';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import { toRow, type Pair, type Row, type Target } from '../report/row';
import { percentile } from '../measure/statistics';
import { DelayBuffer } from '../peers/delayBuffer';
import { withHost } from '../hosts/withHost';
import { colouredLog } from '../loads/workloads';

const MB = 100;
const SCROLLBACK = 1000;
const KEYS = 100;
/** Longer than the delays of both buffers, so that no key is joined with another. */
const KEY_PAUSE_MS = 15;
/** Parsing rate of the terminal in characters per millisecond: 10 MB/s, as VS Code's. */
const PARSED_PER_MS = 10_000;
const QUERY = /\x1b\[\?(\d+)\$p/g;
const PEER_DELAY_MS = 5;
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
  const delays = await measureDelays();
  const delayed = `delay of a single key, p99 of ${KEYS}`;
  return [
    ...rows,
    ...hosted,
    toRow({ id: 'P5', peerName: PEER, what: delayed, unit: 'ms', target: atMost(1) }, [delays]),
  ];
}

async function messageRows(
  context: BenchContext,
  program: ProgramSpec,
  prefix: string,
): Promise<readonly Row[]> {
  const start = async (): Promise<string> =>
    (await context.sessions.create(context.sessionSpec(program, SCROLLBACK))).id;
  const coalesced = await countMessages(context, await start());
  const parsed = await countParsed(context, await start());
  const title = { id: 'P5', unit: '', target: atMost(20) } as const;
  return [
    toRow({ ...title, what: `${prefix}messages per MB, ${MB} MB coalesced`, peerName: PEER }, [
      coalesced,
    ]),
    {
      ...title,
      what: `${prefix}messages per MB, ${MB} MB into a terminal that parses 10 MB/s`,
      peerName: '',
      ours: parsed,
    },
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

/** The p99 of the time from a key's arrival until it is written, in milliseconds. */
async function measureDelays(): Promise<Pair> {
  const delays: Record<keyof Pair, number[]> = { ours: [], peer: [] };
  let start = 0;
  const record = (who: keyof Pair) => () => void delays[who].push(performance.now() - start);
  const ours = createCoalescer(record('ours'));
  const peer = new DelayBuffer(PEER_DELAY_MS, record('peer'));
  for (let key = 0; key < KEYS; key++) {
    for (const buffer of [ours, peer]) {
      start = performance.now();
      buffer.push('k');
      await sleep(KEY_PAUSE_MS);
    }
  }
  ours.dispose();
  return { ours: percentile(delays.ours, 99), peer: percentile(delays.peer, 99) };
}

function createCoalescer(write: (text: string) => void): Coalescer<string> {
  return new Coalescer(systemClock, joinText, write);
}
