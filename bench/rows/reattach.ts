import type { Dimensions } from '../../src/pty/ptyProcess';
import { waitForOutput } from '../../test/support/pty/realPty';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import { measurePairs, timeOf } from '../measure/measurePairs';
import type { Measure } from '../measure/measureRounds';
import { toLoneRow, toRow, type Row, type RowTitle } from '../report/row';
import { Tmux } from '../peers/tmux';
import { withHost } from '../hosts/withHost';
import { attachOnce, LAST_ROW, startFilled } from '../loads/filledSession';
import { numberedRows } from '../loads/workloads';
import { watchLoop } from '../measure/watchLoop';

const ROWS = 10_000;
const SIZE: Dimensions = { cols: 80, rows: 24 };
const PAIRS = 7;
const READY = { limitMs: 10_000, what: `the row "${LAST_ROW}"` };

/** P6: time of an attach until screen and scrollback are drawn, and the longest block of the event loop. */
export async function reattachRows(context: BenchContext): Promise<readonly Row[]> {
  const path = context.writeFile('p6.log', numberedRows(ROWS, LAST_ROW));
  const rows = await rowsIn(context, { path, prefix: '' });
  const hosted = await withHost((host) =>
    rowsIn(host.context, { path, prefix: 'in the session host, ' }),
  );
  return [...rows, ...hosted];
}

interface Scenario {
  readonly path: string;
  /** Begin of the row texts. */
  readonly prefix: string;
}

async function rowsIn(context: BenchContext, { path, prefix }: Scenario): Promise<readonly Row[]> {
  const id = await startFilled(context, path, ROWS);
  const attach = (scrollback: number) => () => attachOnce(context, id, scrollback);
  const rows = [await blockRow(attach(ROWS), prefix)];
  const tmux = new Tmux(context.directory);
  if (await tmux.isAvailable()) {
    const peer = { tmux, path, prefix, attach };
    try {
      rows.unshift(...(await tmuxRows(context, peer)));
    } finally {
      await tmux.end();
    }
  }
  await context.sessions.kill(id);
  return rows;
}

interface TmuxPeer extends Scenario {
  readonly tmux: Tmux;
  readonly attach: (scrollback: number) => Measure<void>;
}

async function tmuxRows(
  { spawner }: BenchContext,
  { tmux, path, prefix, attach }: TmuxPeer,
): Promise<readonly Row[]> {
  await startTmux(tmux, path);
  const attachTmux = async (): Promise<void> => {
    const client = spawner.spawn({ ...tmux.program('attach'), ...SIZE });
    await waitForOutput(client, LAST_ROW);
    client.dispose();
  };
  const capture = (rows: number) => () =>
    tmux.command('capture-pane', '-p', '-e', '-S', `-${rows}`);
  const row = async (
    title: Pick<RowTitle, 'what' | 'peerName' | 'target'>,
    ours: Measure<unknown>,
    peer: Measure<unknown>,
  ): Promise<Row> => {
    const time = (work: Measure<unknown>) => () => timeOf(work);
    const measured = await measurePairs(PAIRS, time(ours), time(peer));
    return toRow({ id: 'P6', unit: 'ms', ...title, what: `${prefix}${title.what}` }, measured);
  };
  const captured = 'tmux capture-pane, unparsed';
  const atMost = (value: number) => ({ kind: 'atMost', value }) as const;
  return [
    await row(
      { what: 'attach, screen drawn', peerName: 'tmux attach', target: atMost(1) },
      attach(0),
      attachTmux,
    ),
    await row(
      { what: 'attach, 1,000 rows drawn', peerName: captured, target: atMost(1.2) },
      attach(1000),
      capture(1000),
    ),
    await row(
      { what: 'attach, 10,000 rows drawn', peerName: captured },
      attach(ROWS),
      capture(ROWS),
    ),
  ];
}

/** Measures the longest block of the event loop while all rows are drawn. */
async function blockRow(attach: Measure<void>, prefix: string): Promise<Row> {
  const blocks: number[] = [];
  // The first one is not counted.
  for (let run = 0; run <= PAIRS; run++) {
    blocks.push((await watchLoop(attach)).longestBlockMs);
  }
  const what = `${prefix}attach, 10,000 rows: longest block of the window's event loop`;
  const target = { kind: 'atMost', value: 8 } as const;
  return toLoneRow({ id: 'P6', what, unit: 'ms', target }, blocks.slice(1));
}

async function startTmux(tmux: Tmux, path: string): Promise<void> {
  const size = ['-x', String(SIZE.cols), '-y', String(SIZE.rows)];
  const set = ['set', '-g', 'history-limit', String(2 * ROWS), ';', 'set', '-g', 'status', 'off'];
  await tmux.command(
    'start-server',
    ';',
    ...set,
    ';',
    'new-session',
    '-d',
    ...size,
    `cat '${path}'; exec cat`,
  );
  await waitFor(async () => (await tmux.command('capture-pane', '-p')).includes(LAST_ROW), READY);
}
