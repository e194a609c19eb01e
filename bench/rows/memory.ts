import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import { fullRows } from '../loads/workloads';
import { fill, type Filled } from '../measure/filledMemory';
import { measureHostMemory } from '../measure/hostMemory';
import { measureColdRounds } from '../measure/measureRounds';
import { hasProcFs, residentMbOf } from '../measure/processStats';
import {
  MEMORY_SIZE,
  runMemoryTrial,
  type Memory,
  type MemoryTrialArgs,
} from '../measure/runMemoryTrial';
import { PACKED_PROGRAMS } from '../peers/packedPrograms';
import { Tmux } from '../peers/tmux';
import { toLoneRow, toRow, type Row, type RowTitle } from '../report/row';

const ROUNDS = 5;
const SESSIONS = 128;
const VIEWED = 8;
/** The sessions without a viewer. */
const MORE = SESSIONS - VIEWED;
const ALL = `${SESSIONS} sessions of 10,000 rows of ${MEMORY_SIZE.cols} columns, ${VIEWED} with a viewer`;
const XTERM = `${SESSIONS} x @xterm/headless`;
const BESIDE_XTERM = { kind: 'atMost', value: 0.25 } as const;
const PER_SESSION = { kind: 'atMost', value: 0.5 } as const;
const LAST = 'the-last-row';
/** Time for tmux to finish work on its history. */
const TMUX_SETTLE_MS = 1000;
const READY = { limitMs: 60_000, what: `the row "${LAST}" in tmux` };

/** What is measured, each in processes of its own. */
type Side = 'window' | 'viewed' | 'xterm' | 'packed' | 'fewPacked' | 'tmux' | 'host' | 'hostViewed';

/** P7: memory of sessions with a full scrollback, most of them without a viewer. */
export async function memoryRows(context: BenchContext): Promise<readonly Row[]> {
  const { cols, rows } = MEMORY_SIZE;
  const path = context.writeFile('p7.log', fullRows(rows, cols, LAST));
  const tmux = new Tmux(context.directory);
  const hasTmux = await tmux.isAvailable();
  const hasHost = hasProcFs();
  if (!hasHost) {
    context.skip('the session host of P7', 'this system has no /proc');
  }
  // A round of the sessions and one of their peers run at the same time, since each keeps about one core busy.
  const [ours, peers] = await Promise.all([
    measureColdRounds<string, Filled>(ROUNDS, {
      ...windowsOf(path),
      ...(hasHost ? hostsOf(path) : {}),
    }),
    measureColdRounds<string, Filled>(ROUNDS, {
      ...peersOf(path),
      ...(hasTmux ? { tmux: () => measured(measureTmux(tmux, path)) } : {}),
    }),
  ]);
  const rounds = await Promise.all(ours.map((round, at) => memoriesOf({ ...round, ...peers[at] })));
  return [...windowRows(rounds, hasTmux), ...(hasHost ? hostRows(rounds) : [])];
}

/** Windows with all sessions, and with only those that have a viewer. */
function windowsOf(path: string) {
  const { rows } = MEMORY_SIZE;
  const window = (count: number) => () =>
    fill((onFilled) =>
      runMemoryTrial({ kind: 'ours', count, viewed: VIEWED, path, rows }, onFilled),
    );
  return { window: window(SESSIONS), viewed: window(VIEWED) };
}

/** Session hosts with all sessions, and with only those that have a viewer. */
function hostsOf(path: string) {
  const { rows } = MEMORY_SIZE;
  const host = (count: number) => () =>
    fill((onFilled) => measureHostMemory({ count, viewed: VIEWED, path, rows }, onFilled));
  return { host: host(SESSIONS), hostViewed: host(VIEWED) };
}

function peersOf(path: string) {
  const { rows } = MEMORY_SIZE;
  const peer = (kind: MemoryTrialArgs['kind'], count: number) => () =>
    measured(runMemoryTrial({ kind, count, viewed: 0, path, rows }));
  return {
    xterm: peer('naive', SESSIONS),
    packed: peer('packed', SESSIONS),
    fewPacked: peer('packed', VIEWED),
  };
}

/** Of a peer, which compresses nothing later. */
async function measured(memory: Promise<Memory>): Promise<Filled> {
  return { memory: Promise.resolve(await memory) };
}

/** The memory of the sides that were measured in one round. */
type Memories = Readonly<Partial<Record<Side, Memory>>>;

async function memoriesOf(round: Readonly<Record<string, Filled>>): Promise<Memories> {
  const sides = Object.entries(round).map(
    async ([side, { memory }]) => [side, await memory] as const,
  );
  return Object.fromEntries(await Promise.all(sides)) as Memories;
}

type ValueOf = (round: Memories) => number;

const rssOf =
  (side: Side): ValueOf =>
  (round) =>
    round[side]?.rss ?? NaN;

/** What each session without a viewer adds. */
function perSession(all: ValueOf, viewedOnly: ValueOf): ValueOf {
  return (round) => (all(round) - viewedOnly(round)) / MORE;
}

function windowRows(rounds: readonly Memories[], hasTmux: boolean): readonly Row[] {
  const usedOf =
    (side: Side): ValueOf =>
    (round) =>
      round[side]?.used ?? NaN;
  const window = rssOf('window');
  const what = 'each session without a viewer: heap and external';
  return [
    compare(rounds, { what: ALL, peerName: XTERM, target: BESIDE_XTERM }, [window, rssOf('xterm')]),
    ...(hasTmux
      ? [compare(rounds, { what: ALL, peerName: 'tmux server' }, [window, rssOf('tmux')])]
      : []),
    perSessionRow(what, rounds.map(perSession(usedOf('window'), usedOf('viewed')))),
  ];
}

function hostRows(rounds: readonly Memories[]): readonly Row[] {
  const host = rssOf('host');
  const what = `the session host with ${ALL}`;
  const each = 'each session without a viewer in the session host: RSS';
  const ofEach = perSession(host, rssOf('hostViewed'));
  const ofEachPacked = perSession(rssOf('packed'), rssOf('fewPacked'));
  return [
    compare(rounds, { what, peerName: XTERM, target: BESIDE_XTERM }, [host, rssOf('xterm')]),
    compare(rounds, { what, peerName: PACKED_PROGRAMS }, [host, rssOf('packed')]),
    compare(rounds, { what, peerName: 'in the window' }, [host, rssOf('window')]),
    perSessionRow(each, rounds.map(ofEach)),
    compare(rounds, { what: each, peerName: PACKED_PROGRAMS }, [ofEach, ofEachPacked]),
  ];
}

function compare(
  rounds: readonly Memories[],
  title: Pick<RowTitle, 'what' | 'peerName' | 'target'>,
  [ours, peer]: readonly [ours: ValueOf, peer: ValueOf],
): Row {
  return toRow(
    { id: 'P7', unit: 'MB', ...title },
    rounds.map((round) => ({ ours: ours(round), peer: peer(round) })),
  );
}

function perSessionRow(what: string, values: readonly number[]): Row {
  return toLoneRow({ id: 'P7', unit: 'MB', what, target: PER_SESSION }, values);
}

/** Returns the memory of a tmux server with as many panes, which are filled one at a time. */
async function measureTmux(tmux: Tmux, path: string): Promise<Memory> {
  try {
    const { cols, rows } = MEMORY_SIZE;
    const run = `cat '${path}'; tmux wait-for -S filled; exec cat`;
    const limit = ['set', '-g', 'history-limit', String(rows)];
    const size = ['-x', String(cols), '-y', '24'];
    await tmux.command('start-server', ';', ...limit, ';', 'new-session', '-d', ...size, run);
    await tmux.command('wait-for', 'filled');
    for (let pane = 1; pane < SESSIONS; pane++) {
      await tmux.command('new-window', run, ';', 'wait-for', 'filled');
    }
    await waitForLast(tmux);
    await sleep(TMUX_SETTLE_MS);
    const pid = Number(await tmux.command('display-message', '-p', '#{pid}'));
    return { rss: residentMbOf(pid), used: NaN };
  } finally {
    await tmux.end();
  }
}

/** Resolves once the current pane shows the last row. */
async function waitForLast(tmux: Tmux): Promise<void> {
  await waitFor(async () => (await tmux.command('capture-pane', '-p')).includes(LAST), READY);
}
