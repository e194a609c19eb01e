import { requireSession } from '../../src/pty/sessionBackend';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HostClient } from '../../src/host/client/hostClient';
import { programSpec } from '../../test/support/pty/realPty';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import { connectTo } from '../hosts/hostClients';
import type { HostHome } from '../hosts/hostHome';
import { NUMBER_DIGITS, NumberedStream } from '../loads/numberedStream';
import { toLoneRow, type Row } from '../report/row';
import { waitForSession } from '../loads/waitForSession';
import { withHost } from '../hosts/withHost';

const ROUNDS = 5;
const SCROLLBACK = 1000;
const BURSTS = 600;
const NUMBERS_PER_BURST = 500;
const NUMBERS = BURSTS * NUMBERS_PER_BURST;
/** Range of the time between two cuts. */
const CUT_EVERY_MS = { least: 20, most: 400 } as const;
const KEY_EVERY_MS = 2;
const READY = 'ready';
const LIMIT_MS = 120_000;
/** Waits for Enter, then prints numbers in bursts. */
const COUNTER = `stty -echo; printf ${READY}; read go; printf '\\r\\n'; i=0
while [ $i -lt ${NUMBERS} ]; do
  seq -f %0${NUMBER_DIGITS}.0f $i $((i + ${NUMBERS_PER_BURST - 1}))
  i=$((i + ${NUMBERS_PER_BURST})); sleep 0.03
done`;

interface Round {
  /** How often a connection was cut. */
  readonly cuts: number;
  /** How many numbers were typed. */
  readonly typed: number;
  /** The printed numbers that were lost, repeated or out of order. */
  readonly outputFaults: number;
  /** The same of the typed numbers. */
  readonly inputFaults: number;
}

/** R10: output and keys arrive once and in order although connections are cut. */
export async function cutStreamRows(_context: BenchContext): Promise<readonly Row[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push(await runRound());
  }
  const of = (key: keyof Round): readonly number[] => rounds.map((round) => round[key]);
  const fewest = (key: keyof Round): number => Math.min(...of(key));
  const prefix = `connections cut at random, ${fewest('cuts')} times or more`;
  const row = (things: string, key: keyof Round): Row =>
    toLoneRow(
      {
        id: 'R10',
        what: `${prefix}: ${things} lost, repeated or out of order`,
        unit: '',
        target: { kind: 'atMost', value: 0 },
      },
      of(key),
      100,
    );
  return [
    row(`rows of ${NUMBERS}`, 'outputFaults'),
    row(`typed numbers of ${fewest('typed')} or more`, 'inputFaults'),
  ];
}

function runRound(): Promise<Round> {
  return withHost(async ({ home, context }) => {
    const cuts = new CutConnections();
    const client = await home.openClient({ connect: (path) => cuts.connect(path) });
    const typing = await startTyping(context, client, home);
    const counting = await startCounting(context, client);
    await cuts.cutUntil(counting.ended);
    const outputFaults = await counting.countFaults();
    const inputFaults = await typing.countFaults();
    return { cuts: cuts.count, typed: typing.count(), outputFaults, inputFaults };
  });
}

/** Destroys its current socket at random times. */
class CutConnections {
  private socket: Duplex | undefined;
  count = 0;

  async connect(path: string): Promise<Duplex> {
    this.socket = await connectTo(path);
    return this.socket;
  }

  async cutUntil(end: Promise<void>): Promise<void> {
    let hasEnded = false;
    void end.then(() => (hasEnded = true));
    while (!hasEnded) {
      const { least, most } = CUT_EVERY_MS;
      await sleep(least + Math.random() * (most - least));
      if (this.socket?.destroyed === false) {
        this.count++;
        this.socket.destroy();
      }
    }
  }
}

async function startCounting(context: BenchContext, client: HostClient) {
  const program = programSpec('sh', ['-c', COUNTER]);
  const { id } = await client.create(context.sessionSpec(program, SCROLLBACK));
  const ready = await waitForSession(client, id, READY);
  const stream = new NumberedStream();
  const ended = new Promise<void>((fulfil, reject) => {
    const viewer = {
      onData: (drawing: string) => stream.pushDrawing(drawing),
      onBytes: (bytes: Uint8Array) => stream.pushBytes(bytes),
      onExit: () => fulfil(),
    };
    requireSession(client, id)
      .attach(viewer)
      .then(() => ready.write('\n'), reject);
  });
  return { ended, countFaults: () => stream.countFaults(NUMBERS - 1) };
}

/** Types consecutive numbers into a program that writes its input to a file. */
async function startTyping(context: BenchContext, client: HostClient, { root }: HostHome) {
  const path = join(root, 'typed');
  const script = `stty raw -echo; printf ${READY}; exec cat >'${path}'`;
  const { id } = await client.create(
    context.sessionSpec(programSpec('sh', ['-c', script]), SCROLLBACK),
  );
  const viewer = await waitForSession(client, id, READY);
  let next = 0;
  const timer = setInterval(() => viewer.write(`${next++}\n`), KEY_EVERY_MS);
  const countFaults = async (): Promise<number> => {
    clearInterval(timer);
    const expected = Array.from({ length: next }, (_, number) => `${number}\n`).join('');
    const arrived = { limitMs: LIMIT_MS, what: 'all that was typed' };
    await waitFor(() => readFileSync(path).length >= expected.length, arrived);
    const got = readFileSync(path, 'utf8').split('\n');
    return got.filter((text, at) => text !== (at < next ? String(at) : '')).length;
  };
  return { countFaults, count: () => next };
}
