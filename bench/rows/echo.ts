import { Emitter, type Event } from '../../src/base/event';
import { programSpec, waitForOutput } from '../../test/support/realPty';
import type { BenchContext } from '../benchContext';
import { measurePairs } from '../measurePairs';
import { toRow, type Pair, type Row } from '../row';
import { percentile } from '../statistics';

const KEYS = 200;
const PAIRS = 7;
/** Between two keys: the program and the loop have come to rest. */
const PAUSE_MS = 2;
/** Repeats each byte by itself: the kernel's echo is off. */
const ECHO = programSpec('sh', ['-c', 'stty raw -echo; printf ready; exec cat']);

/** What repeats the keys. */
interface Echo {
  readonly onOutput: Event<unknown>;
  write(key: string): void;
  end(): Promise<void> | void;
}

/** P2: a key typed in a session that does nothing else is back as soon as from the bare PTY. */
export async function echoRows(context: BenchContext): Promise<readonly Row[]> {
  const pairs = await measurePairs(
    PAIRS,
    async () => typeKeys(await openSession(context)),
    async () => typeKeys(await openPty(context)),
  );
  const at = (percent: number): Pair[] =>
    pairs.map(({ ours, peer }) => ({
      ours: percentile(ours, percent),
      peer: percentile(peer, percent),
    }));
  const title = { id: 'P2', peerName: 'bare PTY', unit: 'ms' } as const;
  const target = { kind: 'atMost', value: 1.5 } as const;
  return [
    toRow({ ...title, what: `echo of ${KEYS} keys, idle, p50`, target }, at(50)),
    toRow({ ...title, what: `echo of ${KEYS} keys, idle, p99` }, at(99)),
  ];
}

/** The milliseconds that each key took. */
async function typeKeys(echo: Echo): Promise<readonly number[]> {
  const times: number[] = [];
  for (let key = 0; key < KEYS; key++) {
    await new Promise((fulfil) => setTimeout(fulfil, PAUSE_MS));
    const start = performance.now();
    const came = next(echo.onOutput);
    echo.write('k');
    await came;
    times.push(performance.now() - start);
  }
  await echo.end();
  return times;
}

async function openSession(context: BenchContext): Promise<Echo> {
  const { sessions } = context;
  const output = new Emitter<unknown>();
  const { id } = await sessions.create(context.sessionSpec(ECHO, 1000));
  let seen = '';
  const isReady = new Promise<void>((fulfil) => {
    const listening = output.event((data) => {
      seen += String(data);
      if (seen.includes('ready')) {
        listening.dispose();
        fulfil();
      }
    });
  });
  const attachment = await sessions.attach(id, {
    onData: (data) => output.fire(data),
    onExit() {},
  });
  await isReady;
  return {
    onOutput: output.event,
    write: (key) => attachment.write(key),
    end: () => sessions.kill(id),
  };
}

async function openPty({ spawner }: BenchContext): Promise<Echo> {
  const program = spawner.spawn(ECHO);
  await waitForOutput(program, 'ready');
  return {
    onOutput: program.onData,
    write: (key) => program.write(Buffer.from(key)),
    end: () => program.dispose(),
  };
}

function next(event: Event<unknown>): Promise<void> {
  return new Promise((fulfil) => {
    const listening = event(() => {
      listening.dispose();
      fulfil();
    });
  });
}
