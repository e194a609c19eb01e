import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import type { PtySpawnSpec } from '../../src/pty/ptyProcess';
import { STREAM_SIZE } from '../../test/support/pty/screens';
import { programSpec } from '../../test/support/pty/realPty';
import type { BenchContext } from '../hosts/benchContext';
import { BARE_TERMINAL, withBareTerminals, type BareTerminals } from '../peers/bareTerminals';
import { CPrograms } from '../peers/cPrograms';
import { rateOf, timeOf } from '../measure/measurePairs';
import { measureRounds, type Measure } from '../measure/measureRounds';
import { spawnByNodePty } from '../peers/nodePty';
import { recordedTui } from '../loads/recordedTui';
import { TERMINAL_RELAY, withRelay, type Relay } from '../peers/relay';
import { toRow, type Row } from '../report/row';
import { Tmux } from '../peers/tmux';
import { withHost } from '../hosts/withHost';
import { colouredLog, plainLog } from '../loads/workloads';

const run = promisify(execFile);
const BYTES = 15_000_000;
const MB = BYTES / 1_000_000;
const SCROLLBACK = 1000;
const ROUNDS = 5;

/** What a session without a viewer has to reach: a share of the rate of a peer. */
interface Goal {
  readonly peer: Peer;
  readonly share: number;
}

/**
 * Full-screen programs beside a reader in C, which parses nothing; logs beside a bare terminal, since that does not
 * reach 0.8 of the reader either.
 */
const WORKLOADS: readonly WorkloadKind[] = [
  { name: 'a plain log', make: plainLog, goal: { peer: 'bare', share: 0.9 } },
  { name: 'a coloured log', make: colouredLog, goal: { peer: 'bare', share: 0.9 } },
  { name: 'a full-screen program', make: recordedTui, goal: { peer: 'c', share: 0.4 } },
];

/** The goal with a viewer, for all workloads. */
const VIEWED: Goal = { peer: 'c', share: 0.4 };

interface WorkloadKind {
  readonly name: string;
  readonly make: (bytes: number) => Buffer;
  readonly goal: Goal;
}

type Peer =
  'c' | 'nodePty' | 'bare' | 'viewedBare' | 'bareRelay' | 'tmux' | 'withoutViewer' | 'withViewer';

const PEERS: Readonly<Record<Peer, string>> = {
  c: 'a reader in C',
  nodePty: 'node-pty',
  bare: BARE_TERMINAL,
  viewedBare: BARE_TERMINAL,
  bareRelay: TERMINAL_RELAY,
  tmux: 'tmux',
  withoutViewer: 'in the window',
  withViewer: 'in the window',
};

/** Modes of a session, with the peers of each. */
const MODES: Readonly<Record<string, Mode>> = {
  withoutViewer: {
    what: 'without a viewer',
    isViewed: false,
    peers: ['c', 'nodePty', 'bare', 'tmux'],
  },
  withViewer: {
    what: 'with a viewer',
    isViewed: true,
    peers: ['c', 'nodePty', 'viewedBare', 'tmux'],
  },
  hostWithoutViewer: {
    what: 'of the session host without a viewer',
    isViewed: false,
    peers: ['c', 'bare', 'tmux', 'withoutViewer'],
  },
  hostWithViewer: {
    what: 'of the session host with a viewer',
    isViewed: true,
    peers: ['c', 'bareRelay', 'tmux', 'withViewer'],
  },
};

interface Mode {
  readonly what: string;
  readonly isViewed: boolean;
  readonly peers: readonly Peer[];
}

interface Workload {
  readonly name: string;
  readonly length: number;
  readonly program: PtySpawnSpec;
  readonly goal: Goal;
}

/** P1: throughput of a session with and without a viewer. */
export function detachedSinkRows(context: BenchContext): Promise<readonly Row[]> {
  return withHost(async (hosted) => {
    const rows: Row[] = [];
    for (const [index, { name, make, goal }] of WORKLOADS.entries()) {
      const log = make(BYTES);
      const path = context.writeFile(`p1-${index}.log`, log);
      const program = programSpec('cat', [path], STREAM_SIZE);
      const workload = { name, length: log.length, program, goal };
      rows.push(
        ...(await withBareTerminals((terminals) =>
          withRelay(context.directory, 'terminals', (relay) =>
            rowsOf({ context, hosted: hosted.context, terminals, relay }, workload),
          ),
        )),
      );
    }
    return rows;
  });
}

interface Setup {
  readonly context: BenchContext;
  /** Its sessions run in a session host. */
  readonly hosted: BenchContext;
  readonly terminals: BareTerminals;
  readonly relay: Relay;
}

type Rates = Readonly<Record<string, number>>;

async function rowsOf(setup: Setup, workload: Workload): Promise<readonly Row[]> {
  const { context, hosted } = setup;
  const { name, length, program } = workload;
  const rate = (work: Measure<unknown>) => async () => rateOf(length, await timeOf(work));
  const peers = await peersOf(setup, program);
  const rounds = await measureRounds<string, number>(ROUNDS, {
    withoutViewer: rate(() => runWithoutViewer(context, program)),
    hostWithoutViewer: rate(() => runWithoutViewer(hosted, program)),
    withViewer: rate(() => runWithViewer(context, program)),
    hostWithViewer: rate(() => runWithViewer(hosted, program)),
    ...Object.fromEntries(peers.map(({ peer, work }) => [peer, rate(work)])),
  });
  return Object.entries(MODES).flatMap(([mode, { isViewed, what, peers }]) =>
    peers
      .filter((peer) => rounds.every((round) => peer in round))
      .map((peer) => {
        const goal = isViewed ? VIEWED : workload.goal;
        const share = goal.peer === peer ? goal.share : undefined;
        return rowOf({ mode, peer, share, what: `${name} into a session ${what}` }, rounds);
      }),
  );
}

interface Comparison {
  readonly mode: string;
  readonly what: string;
  readonly peer: Peer;
  /** The lowest ratio that meets the goal; undefined: no goal. */
  readonly share: number | undefined;
}

function rowOf({ mode, what, peer, share }: Comparison, rounds: readonly Rates[]): Row {
  return toRow(
    {
      id: 'P1',
      what: `${MB} MB of ${what}`,
      unit: 'MB/s',
      peerName: PEERS[peer],
      target: share === undefined ? undefined : { kind: 'atLeast', value: share },
    },
    rounds.map((round) => ({ ours: round[mode] ?? NaN, peer: round[peer] ?? NaN })),
  );
}

/** Runs the program in a session. Resolves once the session has exited. */
async function runWithoutViewer(context: BenchContext, program: PtySpawnSpec): Promise<void> {
  const { sessions } = context;
  const { id } = await sessions.create(context.sessionSpec(program, SCROLLBACK));
  await new Promise<void>((fulfil) => {
    const listener = sessions.onDidChange(({ type, session }) => {
      if (type === 'exit' && session.id === id) {
        listener.dispose();
        fulfil();
      }
    });
  });
  void sessions.kill(id);
}

/** Runs the program in a session with a viewer. Resolves once the viewer was sent the exit and the screen was read. */
async function runWithViewer(context: BenchContext, program: PtySpawnSpec): Promise<void> {
  const { sessions } = context;
  const { id } = await sessions.create(context.sessionSpec(program, SCROLLBACK));
  let chars = 0;
  await new Promise<void>((fulfil, reject) => {
    const onData = (data: string): void => void (chars += data.length);
    sessions.attach(id, { onData, onExit: () => fulfil() }).catch(reject);
  });
  const text = await sessions.text(id);
  await sessions.kill(id);
  if (chars < BYTES / 2 || text.trim() === '') {
    throw new Error(`The viewer received ${chars} characters and the screen shows "${text}".`);
  }
}

async function peersOf(
  { context, terminals, relay }: Setup,
  program: PtySpawnSpec,
): Promise<readonly { readonly peer: Peer; readonly work: Measure<unknown> }[]> {
  const programs = new CPrograms(context.directory);
  const readPty = (await programs.isAvailable()) ? await programs.compile('readPty') : undefined;
  const tmux = new Tmux(context.directory);
  const { file, args, env } = program;
  return [
    ...(readPty
      ? [{ peer: 'c', work: () => run(readPty, [file, ...args], { env: { ...env } }) } as const]
      : []),
    { peer: 'nodePty', work: () => readByNodePty(program) },
    { peer: 'bare', work: () => readByTerminal(terminals, program) },
    { peer: 'viewedBare', work: () => viewInTerminal(terminals, program) },
    { peer: 'bareRelay', work: () => readByRelay(relay, program) },
    ...((await tmux.isAvailable())
      ? [{ peer: 'tmux', work: () => runTmux(tmux, program) } as const]
      : []),
  ];
}

function readByNodePty(program: PtySpawnSpec): Promise<void> {
  return new Promise((fulfil) => {
    const pty = spawnByNodePty(program);
    pty.onData(() => {});
    pty.onExit(() => fulfil());
  });
}

/** As {@link runWithoutViewer}, in a bare terminal. */
function readByTerminal(terminals: BareTerminals, program: PtySpawnSpec): Promise<void> {
  return new Promise((fulfil) => void terminals.open(program).onExit.event(() => fulfil()));
}

/** As {@link runWithViewer}, in a bare terminal. */
async function viewInTerminal(terminals: BareTerminals, program: PtySpawnSpec): Promise<void> {
  const terminal = terminals.open(program);
  const received = new ReceivedText();
  terminal.onData.event((data) => received.add(data));
  await new Promise<void>((fulfil) => void terminal.onEnd.event(() => fulfil()));
  received.check();
}

async function readByRelay(relay: Relay, program: PtySpawnSpec): Promise<void> {
  const socket = await relay.open(program, true);
  const received = new ReceivedText();
  socket.on('data', (data) => received.add(data));
  await once(socket, 'end');
  received.check();
}

/** Decodes output as sessions do for their viewers, and counts it. */
class ReceivedText {
  private readonly decoder = new TextDecoder();
  private chars = 0;

  add(bytes: Uint8Array): void {
    this.chars += this.decoder.decode(bytes, { stream: true }).length;
  }

  /** @throws {Error} if most of the output is missing */
  check(): void {
    if (this.chars < BYTES / 2) {
      throw new Error(`The viewer received ${this.chars} characters.`);
    }
  }
}

/** The server ends with its only window, so that each run starts with an empty history. */
async function runTmux(tmux: Tmux, { file, args, cols, rows }: PtySpawnSpec): Promise<void> {
  const size = ['-x', String(cols), '-y', String(rows)];
  const command = `${file} '${args.join(' ')}'; tmux wait-for -S done`;
  await tmux.command('new-session', '-d', ...size, command);
  await tmux.command('wait-for', 'done');
}
