import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import { fillSessions, type FillOptions } from '../loads/fillSessions';
import { residentMbOf, hasProcFs } from '../measure/processStats';
import type { Row, RowTitle } from '../report/row';
import {
  MEMORY_SIZE,
  runMemoryTrial,
  type Memory,
  type MemoryTrialArgs,
} from '../measure/runMemoryTrial';
import { PACKED_PROGRAMS } from '../peers/packedPrograms';
import { Tmux } from '../peers/tmux';
import { withHost } from '../hosts/withHost';
import { fullRows } from '../loads/workloads';

const SESSIONS = 128;
const VIEWED = 8;
/** The sessions without a viewer. */
const MORE = SESSIONS - VIEWED;
const HOSTED = 'each session without a viewer in the session host: RSS';
const LAST = 'the-last-row';
/** Time for tmux to finish work on its history. */
const TMUX_SETTLE_MS = 1000;
const READY = { limitMs: 60_000, what: `the row "${LAST}" in tmux` };

/** P7: memory of sessions with a full scrollback, most of them without a viewer. */
export async function memoryRows(context: BenchContext): Promise<readonly Row[]> {
  const { cols, rows } = MEMORY_SIZE;
  const path = context.writeFile('p7.log', fullRows(rows, cols, LAST));
  const trial = (kind: MemoryTrialArgs['kind'], count: number, viewed: number): Promise<Memory> =>
    runMemoryTrial({ kind, count, viewed, path, rows });
  const tmux = new Tmux(context.directory);
  const [all, viewedOnly, naive, packed, fewPacked, tmuxServer, host] = await Promise.all([
    trial('ours', SESSIONS, VIEWED),
    trial('ours', VIEWED, VIEWED),
    trial('naive', SESSIONS, 0),
    trial('packed', SESSIONS, 0),
    trial('packed', VIEWED, 0),
    tmux.isAvailable().then((isAvailable) => (isAvailable ? measureTmux(tmux, path) : undefined)),
    measureHosts(context, path),
  ]);
  const what = `${SESSIONS} sessions of 10,000 rows of ${cols} columns, ${VIEWED} with a viewer`;
  const compare = (
    ours: number,
    peer: number,
    rest: Pick<RowTitle, 'what' | 'peerName' | 'target'>,
  ): Row => ({ id: 'P7', unit: 'MB', ...rest, ours, peer, ratio: ours / peer });
  const inWindow = { what, peerName: '128 x @xterm/headless', target: atMost(0.25) };
  const hosted = `the session host with ${what}`;
  return [
    compare(all.rss, naive.rss, inWindow),
    ...(tmuxServer === undefined
      ? []
      : [compare(all.rss, tmuxServer, { what, peerName: 'tmux server' })]),
    perSessionRow('each session without a viewer: heap and external', all.used - viewedOnly.used),
    ...(host === undefined
      ? []
      : [
          compare(host.all, naive.rss, { ...inWindow, what: hosted }),
          compare(host.all, all.rss, { what: hosted, peerName: 'in the window' }),
          perSessionRow(HOSTED, host.all - host.viewedOnly),
          compare((host.all - host.viewedOnly) / MORE, (packed.rss - fewPacked.rss) / MORE, {
            what: HOSTED,
            peerName: PACKED_PROGRAMS,
          }),
        ]),
  ];
}

function perSessionRow(what: string, allMb: number): Row {
  const ours = allMb / MORE;
  return { id: 'P7', unit: 'MB', what, peerName: '', ours, target: atMost(0.5) };
}

function atMost(value: number) {
  return { kind: 'atMost', value } as const;
}

/**
 * Returns the resident set size, in MB, of a session host with all sessions and of one with only those that have a
 * viewer; undefined without `/proc`.
 */
async function measureHosts(
  context: BenchContext,
  path: string,
): Promise<{ readonly all: number; readonly viewedOnly: number } | undefined> {
  if (!hasProcFs()) {
    context.skip('the session host of P7', 'this system has no /proc');
    return undefined;
  }
  const measure = (options: FillOptions): Promise<number> =>
    withHost(async (hosted) => {
      await fillSessions(hosted.context, options);
      return residentMbOf(hosted.pid);
    });
  const [all, viewedOnly] = await Promise.all([
    measure({ count: SESSIONS, viewed: VIEWED, path }),
    measure({ count: VIEWED, viewed: VIEWED, path }),
  ]);
  return { all, viewedOnly };
}

/** Returns the resident set size of a tmux server with as many panes, in MB. */
async function measureTmux(tmux: Tmux, path: string): Promise<number> {
  try {
    const { cols, rows } = MEMORY_SIZE;
    const run = `cat '${path}'; exec cat`;
    const limit = ['set', '-g', 'history-limit', String(rows)];
    const size = ['-x', String(cols), '-y', '24'];
    await tmux.command('start-server', ';', ...limit, ';', 'new-session', '-d', ...size, run);
    await waitForLast(tmux);
    for (let pane = 1; pane < SESSIONS; pane++) {
      await tmux.command('new-window', run);
      await waitForLast(tmux);
    }
    await sleep(TMUX_SETTLE_MS);
    return residentMbOf(Number(await tmux.command('display-message', '-p', '#{pid}')));
  } finally {
    await tmux.end();
  }
}

/** Resolves once the current pane shows the last row. */
async function waitForLast(tmux: Tmux): Promise<void> {
  await waitFor(async () => (await tmux.command('capture-pane', '-p')).includes(LAST), READY);
}
