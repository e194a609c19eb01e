import { Emitter } from '../../src/base/event';
import type { PtySpawnSpec } from '../../src/pty/ptyProcess';
import { programSpec } from '../../test/support/pty/realPty';
import type { BenchContext } from '../hosts/benchContext';
import { rateOf, timeOf } from '../measure/measurePairs';
import { measureRounds } from '../measure/measureRounds';
import { cpuMsOf, ownCpuMs, hasProcFs } from '../measure/processStats';
import { toRow, type Row, type RowTitle } from '../report/row';
import { waitForWords } from '../loads/viewedFlood';
import { withHost } from '../hosts/withHost';
import { colouredLog } from '../loads/workloads';

const LOG_BYTES = 1_000_000;
const MB = 100;
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
  return withHost(async ({ context: hosted, pid }) => {
    const rows: Row[] = [];
    for (const sessions of COUNTS) {
      const load = loadOf(path, log, sessions);
      const rounds = await measureRounds(ROUNDS, {
        window: () => measureFlow(context, load, ownCpuMs),
        host: () => measureFlow(hosted, load, () => ownCpuMs() + cpuMsOf(pid)),
      });
      rows.push(...rowsOf(sessions, rounds));
    }
    return rows;
  });
}

function rowsOf(sessions: number, rounds: readonly Readonly<Record<'window' | 'host', Flow>>[]) {
  const what = `${MB} MB through the session host to the viewers of ${sessions} ${sessions === 1 ? 'session' : 'sessions'}`;
  const title = { id: 'P12', peerName: 'in the window' } as const;
  const row = (rest: Pick<RowTitle, 'what' | 'unit' | 'target'>, of: keyof Flow): Row =>
    toRow(
      { ...title, ...rest },
      rounds.map(({ window, host }) => ({ ours: host[of], peer: window[of] })),
    );
  const target = { kind: 'atLeast', value: 99, of: 'ours' } as const;
  return [
    row({ what, unit: 'MB/s', target: { kind: 'atLeast', value: 0.85 } }, 'rate'),
    row({ what: `${what}: CPU`, unit: 'ms', target: { kind: 'atMost', value: 1.6 } }, 'cpu'),
    row({ what: `${what}: share delivered`, unit: '%', target }, 'delivered'),
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

async function measureFlow(context: BenchContext, load: Load, cpuMs: () => number): Promise<Flow> {
  const opening = Array.from({ length: load.sessions }, () => openViewer(context, load.program));
  const viewers = await Promise.all(opening);
  const before = cpuMs();
  const ms = await timeOf(async () => {
    viewers.forEach(({ begin }) => begin());
    await Promise.all(viewers.map(({ ended }) => ended));
  });
  const cpu = cpuMs() - before;
  const chars = viewers.reduce((sum, { seen }) => sum + seen.chars, 0);
  await Promise.all(viewers.map(({ end }) => end()));
  // A viewer that fell behind receives a drawing of the screen instead of the output it missed.
  const share = chars / load.chars;
  return { rate: rateOf(load.bytes * share, ms), cpu, delivered: 100 * share };
}

async function openViewer(context: BenchContext, program: PtySpawnSpec) {
  const { sessions } = context;
  const { id } = await sessions.create(context.sessionSpec(program, SCROLLBACK));
  const seen = { chars: 0 };
  const output = new Emitter<string>();
  const exit = new Emitter<void>();
  const ready = waitForWords(output.event, READY);
  const attachment = await sessions.attach(id, {
    onData: (data) => output.fire(data),
    onExit: () => exit.fire(),
  });
  await ready;
  output.event((data) => (seen.chars += data.length));
  return {
    seen,
    begin: () => attachment.write('\n'),
    ended: new Promise<void>((fulfil) => exit.event(fulfil)),
    end: () => sessions.kill(id),
  };
}
