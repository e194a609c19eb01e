import { withBareTerminals } from '../peers/bareTerminals';
import { EchoSocketServer } from '../peers/echoSocketServer';
import { BenchCore, benchProvider, makeHome } from '../hosts/benchCore';
import type { BenchContext } from '../hosts/benchContext';
import { openDirectViewer } from '../peers/directViewer';
import { rateOf } from '../measure/measurePairs';
import { measureRounds } from '../measure/measureRounds';
import { recordedTui } from '../loads/recordedTui';
import { toRow, type Row } from '../report/row';
import { SocketViewer, type ViewerTask } from '../peers/socketViewer';
import { TERMINAL_SOCKET, TerminalSocketServer } from '../peers/terminalSocketServer';
import { percentile } from '../measure/statistics';
import { programSpec } from '../../test/support/pty/realPty';
import { REPEATER, typeKeys } from '../loads/typeKeys';
import { viewFlood, type FloodTiming } from '../loads/viewedFlood';
import { colouredLog, plainLog } from '../loads/workloads';

const BYTES = 30_000_000;
const MB = BYTES / 1_000_000;
const SCROLLBACK = 1000;
const FLOODS = 7;
const KEY_ROUNDS = 15;
const KEYS = 40;
const READY = 'ready';
const LAST = 'the-last-row';
/**
 * The goals, as a share of the speed of the peer: a viewer in the process, or, for logs, of which a bare terminal
 * behind a WebSocket does not reach that, such a terminal.
 */
const SHARES = { direct: 0.75, bare: 0.9 } as const;

const WORKLOADS = [
  { name: 'a plain log', make: plainLog, goal: 'bare' },
  { name: 'a coloured log', make: colouredLog, goal: 'bare' },
  { name: 'a full-screen program', make: recordedTui, goal: 'direct' },
] as const;

const TITLE = { id: 'D2', peerName: 'a viewer in the process' } as const;

/** The core with the sessions, and the viewer in another process. */
interface Setup {
  readonly context: BenchContext;
  readonly bench: BenchCore;
  readonly viewer: SocketViewer;
}

/** D2: throughput and echo over a WebSocket from another process, beside a viewer in the process. */
export async function socketAttachRows(context: BenchContext): Promise<readonly Row[]> {
  const home = makeHome(context, 'socket', '');
  const bench = new BenchCore({ spawnMode: 'direct', providers: benchProvider('true'), home });
  const viewer = new SocketViewer(await bench.core.api.window.openTcp());
  const setup = { context, bench, viewer };
  try {
    const rows: Row[] = [];
    for (const [index, { name, make, goal }] of WORKLOADS.entries()) {
      const log = Buffer.concat([make(BYTES), Buffer.from(`\x1b[0m\r\n${LAST}`)]);
      const path = context.writeFile(`d2-${index}.log`, log);
      rows.push(...(await floodRows(setup, { name, goal, log, path })));
    }
    return [...rows, ...(await echoRows(setup))];
  } finally {
    await viewer.end();
    await bench.end();
  }
}

interface Workload {
  readonly name: string;
  /** The peer of the goal. */
  readonly goal: keyof typeof SHARES;
  readonly log: Buffer;
  readonly path: string;
}

async function floodRows(
  setup: Setup,
  { name, goal, log, path }: Workload,
): Promise<readonly Row[]> {
  const script = `stty -echo; printf ${READY}; read -r line; cat '${path}'; exec cat`;
  const program = ['sh', '-c', script] as const;
  const floods = await withBareTerminals(async (terminals) => {
    const bare = new TerminalSocketServer(terminals);
    const url = await bare.start(programSpec(program[0], program.slice(1)));
    return measureRounds<Side, FloodTiming>(FLOODS, {
      ours: () => inSession(setup, program, (id) => floodSocket(setup, attachTo(id))),
      direct: () => inSession(setup, program, (id) => floodDirect(setup, id)),
      bare: async () => {
        try {
          return await floodSocket(setup, { kind: 'connect', url, until: READY });
        } finally {
          await bare.settle();
        }
      },
    }).finally(() => bare.end());
  });
  const whole = { ours: log.length, direct: log.toString().length, bare: log.length } as const;
  // A viewer that falls behind receives a drawing of the screen instead of the output it missed.
  const rate = (of: Side, { length, ms }: FloodTiming): number =>
    rateOf(Math.min(1, length / whole[of]) * log.length, ms);
  const what = `${MB} MB of ${name} to a viewer over a WebSocket`;
  const row = (peer: keyof typeof SHARES, peerName: string): Row => {
    const target = peer === goal ? ({ kind: 'atLeast', value: SHARES[peer] } as const) : undefined;
    return toRow(
      { id: 'D2', what, unit: 'MB/s', peerName, target },
      floods.map((round) => ({ ours: rate('ours', round.ours), peer: rate(peer, round[peer]) })),
    );
  };
  return [row('direct', TITLE.peerName), row('bare', TERMINAL_SOCKET)];
}

type Side = 'ours' | 'direct' | 'bare';

function attachTo(sessionId: string): ViewerTask {
  return { kind: 'attach', sessionId, until: READY };
}

/**
 * Types keys alternately into separate sessions, so that the machine's load affects all alike. The second
 * row, which has the goal, adds the round trip of a bare WebSocket to the peer's time.
 */
async function echoRows(setup: Setup): Promise<readonly Row[]> {
  const bare = new EchoSocketServer();
  const url = await bare.start();
  const rounds = await inSession(setup, REPEATER, (sessionId) =>
    inSession(setup, REPEATER, async (local) => {
      const direct = await openDirectViewer(setup.bench.core.sessions, local, READY);
      return measureRounds(KEY_ROUNDS, {
        socket: () => typeOverSocket(setup, attachTo(sessionId)),
        direct: async () => percentile(await typeKeys(direct, KEYS), 50),
        bare: () => typeOverSocket(setup, { kind: 'connect', url }),
      });
    }),
  ).finally(() => bare.end());
  const what = `echo of ${KEY_ROUNDS * KEYS} keys over a WebSocket, p50`;
  const title = { ...TITLE, what, unit: 'ms' } as const;
  const value = Number((1 / SHARES.direct).toFixed(2));
  return [
    toRow(
      title,
      rounds.map(({ socket, direct }) => ({ ours: socket, peer: direct })),
    ),
    toRow(
      {
        ...title,
        peerName: 'that plus a bare ws round trip',
        target: { kind: 'atMost', value },
      },
      rounds.map(({ socket, direct, bare: roundTrip }) => ({
        ours: socket,
        peer: direct + roundTrip,
      })),
    ),
  ];
}

/** Returns the p50 of the echo times, in milliseconds. */
async function typeOverSocket({ viewer }: Setup, begin: ViewerTask): Promise<number> {
  await viewer.run(begin);
  const { keys = [] } = await viewer.run({ kind: 'keys', count: KEYS });
  await viewer.run({ kind: 'detach' });
  return percentile(keys, 50);
}

async function floodSocket({ viewer }: Setup, begin: ViewerTask): Promise<FloodTiming> {
  await viewer.run(begin);
  const { flood } = await viewer.run({ kind: 'flood', last: LAST });
  await viewer.run({ kind: 'detach' });
  return flood ?? { ms: NaN, length: 0 };
}

async function floodDirect({ bench }: Setup, sessionId: string): Promise<FloodTiming> {
  const viewer = await openDirectViewer(bench.core.sessions, sessionId, READY);
  const flood = await viewFlood(viewer, LAST);
  await viewer.end();
  return flood;
}

/** Runs a program in a new session, which is ended once `work` has settled. */
async function inSession<T>(
  { context, bench }: Setup,
  [file, ...args]: readonly [string, ...string[]],
  work: (sessionId: string) => Promise<T>,
): Promise<T> {
  const { sessions } = bench.core;
  const spec = context.sessionSpec(programSpec(file, args), SCROLLBACK);
  const { id } = await sessions.create(spec);
  try {
    return await work(id);
  } finally {
    await sessions.kill(id);
  }
}
