import { once } from 'node:events';
import { Emitter } from '../../src/base/event';
import type { PtySpawnSpec } from '../../src/pty/ptyProcess';
import { programSpec } from '../../test/support/pty/realPty';
import type { BenchContext } from '../hosts/benchContext';
import { rateOf, timeOf } from '../measure/measurePairs';
import { measureRounds } from '../measure/measureRounds';
import { cpuMsOf, ownCpuMs, hasProcFs } from '../measure/processStats';
import { TERMINAL_RELAY, withRelay, type Relay } from '../peers/relay';
import { toRow, type Row, type RowTitle } from '../report/row';
import { waitForWords } from '../loads/viewedFlood';
import { withHost } from '../hosts/withHost';
import { colouredLog } from '../loads/workloads';

const LOG_BYTES = 1_000_000;
const MB = 50;
const COUNTS = [1, 5];
const ROUNDS = 5;
const SCROLLBACK = 1000;
const READY = 'ready';

interface Flow {
  /** MB per second that the viewers received. */
  readonly rate: number;
  /** CPU time of all processes between the PTYs and the viewers, in milliseconds. */
  readonly cpu: number;
  /** Output that the viewers received, in percent of the output that was written. */
  readonly delivered: number;
}

interface Load {
  readonly program: PtySpawnSpec;
  readonly sessions: number;
  /** Output of all sessions together; `chars` is the same in characters. */
  readonly bytes: number;
  readonly chars: number;
}

/** P12: throughput from the session host to the viewers of a window, beside sessions in the window. */
export async function hostPipeRows(context: BenchContext): Promise<readonly Row[]> {
  if (!hasProcFs()) {
    context.skip('P12', 'this system has no /proc');
    return [];
  }
  const log = colouredLog(LOG_BYTES);
  const path = context.writeFile('p12.log', log);
  return withRelay(context.directory, 'terminals', (relay) =>
    withHost(async ({ context: hosted, pid }) => {
      const rows: Row[] = [];
      for (const sessions of COUNTS) {
        const load = loadOf(path, log, sessions);
        const rounds = await measureRounds<Side, Flow>(ROUNDS, {
          window: () => measureFlow(() => openViewer(context, load), load, ownCpuMs),
          host: () => measureFlow(() => openViewer(hosted, load), load, withCpuOf(pid)),
          relay: () => measureFlow(() => openRelayViewer(relay, load), load, withCpuOf(relay.pid)),
        });
        rows.push(...rowsOf(sessions, rounds));
      }
      return rows;
    }),
  );
}

function withCpuOf(pid: number): () => number {
  return () => ownCpuMs() + cpuMsOf(pid);
}

type Side = 'window' | 'host' | 'relay';

const PEERS = { window: 'in the window', relay: TERMINAL_RELAY } as const;

function rowsOf(sessions: number, rounds: readonly Readonly<Record<Side, Flow>>[]): Row[] {
  const what = `${MB} MB through the session host to the viewers of ${sessions} ${sessions === 1 ? 'session' : 'sessions'}`;
  const row = (
    peer: keyof typeof PEERS,
    of: keyof Flow,
    rest: Pick<RowTitle, 'what' | 'unit' | 'target'>,
  ): Row =>
    toRow(
      { id: 'P12', peerName: PEERS[peer], ...rest },
      rounds.map((round) => ({ ours: round.host[of], peer: round[peer][of] })),
    );
  const rate = { what, unit: 'MB/s' } as const;
  const cpu = { what: `${what}: CPU`, unit: 'ms' } as const;
  const target = { kind: 'atLeast', value: 99, of: 'ours' } as const;
  return [
    row('window', 'rate', { ...rate, target: { kind: 'atLeast', value: 0.85 } }),
    row('relay', 'rate', rate),
    row('window', 'cpu', { ...cpu, target: { kind: 'atMost', value: 1.6 } }),
    row('relay', 'cpu', cpu),
    row('window', 'delivered', { what: `${what}: share delivered`, unit: '%', target }),
  ];
}

/** Each session writes its share once Enter is typed. */
function loadOf(path: string, log: Buffer, sessions: number): Load {
  const copies = Array.from({ length: MB / sessions }, () => `'${path}'`).join(' ');
  const program = programSpec('sh', [
    '-c',
    `stty -echo -onlcr; printf ${READY}; read go; cat ${copies}`,
  ]);
  return { program, sessions, bytes: log.length * MB, chars: log.toString().length * MB };
}

/** A viewer of one session. */
interface Viewer {
  /** The share of the session's output that it has received. */
  readonly share: () => number;
  readonly begin: () => void;
  readonly ended: Promise<unknown>;
  readonly end: () => Promise<unknown>;
}

async function measureFlow(
  open: () => Promise<Viewer>,
  load: Load,
  cpuMs: () => number,
): Promise<Flow> {
  const viewers = await Promise.all(Array.from({ length: load.sessions }, () => open()));
  const before = cpuMs();
  const ms = await timeOf(async () => {
    viewers.forEach(({ begin }) => begin());
    await Promise.all(viewers.map(({ ended }) => ended));
  });
  const cpu = cpuMs() - before;
  const share = viewers.reduce((sum, viewer) => sum + viewer.share(), 0) / viewers.length;
  await Promise.all(viewers.map(({ end }) => end()));
  return { rate: rateOf(load.bytes * share, ms), cpu, delivered: 100 * share };
}

async function openViewer(context: BenchContext, load: Load): Promise<Viewer> {
  const { sessions } = context;
  const { id } = await sessions.create(context.sessionSpec(load.program, SCROLLBACK));
  let chars = 0;
  const output = new Emitter<string>();
  const exit = new Emitter<void>();
  const ready = waitForWords(output.event, READY);
  const attachment = await sessions.attach(id, {
    onData: (data) => output.fire(data),
    onExit: () => exit.fire(),
  });
  await ready;
  output.event((data) => (chars += data.length));
  return {
    // A viewer that fell behind receives a drawing of the screen instead of the output it missed.
    share: () => chars / (load.chars / load.sessions),
    begin: () => attachment.write('\n'),
    ended: new Promise<void>((fulfil) => exit.event(fulfil)),
    end: () => sessions.kill(id),
  };
}

async function openRelayViewer(relay: Relay, load: Load): Promise<Viewer> {
  const socket = await relay.open(load.program, true);
  await once(socket, 'data');
  let bytes = 0;
  // Sessions pass strings to their viewers.
  const decoder = new TextDecoder();
  socket.on('data', (data) => {
    decoder.decode(data, { stream: true });
    bytes += data.length;
  });
  return {
    share: () => bytes / (load.bytes / load.sessions),
    begin: () => socket.write('\n'),
    ended: once(socket, 'end'),
    end: () => Promise.resolve(socket.destroy()),
  };
}
