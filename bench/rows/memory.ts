import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../benchContext';
import type { Row, RowTitle } from '../row';
import { MEMORY_SIZE, runMemoryTrial, type Memory } from '../runMemoryTrial';
import { Tmux } from '../tmux';
import { fullRows } from '../workloads';

const SESSIONS = 128;
const WATCHED = 8;
const LAST = 'the-last-row';
/** tmux goes on tidying its history for a moment. */
const TMUX_RESTS_MS = 1000;
const READY = { limitMs: 60_000, what: `the row "${LAST}" in tmux` };

/** P7: sessions that nobody looks at take next to no memory, however long their history. */
export async function memoryRows(context: BenchContext): Promise<readonly Row[]> {
  const { cols, rows } = MEMORY_SIZE;
  const path = context.file('p7.log', fullRows(rows, cols, LAST));
  const trial = (kind: 'ours' | 'naive', count: number, watched: number): Promise<Memory> =>
    runMemoryTrial({ kind, count, watched, path });
  const tmux = new Tmux(context.directory);
  const [all, few, naive, tmuxServer] = await Promise.all([
    trial('ours', SESSIONS, WATCHED),
    trial('ours', WATCHED, WATCHED),
    trial('naive', SESSIONS, 0),
    tmux.isThere().then((isThere) => (isThere ? measureTmux(tmux, path) : undefined)),
  ]);
  const what = `${SESSIONS} sessions of 10,000 rows of ${cols} columns, ${WATCHED} watched`;
  const title = { id: 'P7', unit: 'MB', what } as const;
  const compare = (rest: Pick<RowTitle, 'peerName' | 'target'>, peer: number): Row => ({
    ...title,
    ...rest,
    ours: all.rss,
    peer,
    ratio: all.rss / peer,
  });
  const target = { kind: 'atMost', value: 0.25 } as const;
  return [
    compare({ peerName: '128 x @xterm/headless', target }, naive.rss),
    ...(tmuxServer === undefined ? [] : [compare({ peerName: 'tmux server' }, tmuxServer)]),
    {
      ...title,
      what: 'each session that sleeps: heap and external',
      peerName: '',
      ours: (all.used - few.used) / (SESSIONS - WATCHED),
      target: { kind: 'atMost', value: 0.5 },
    },
  ];
}

/** What a server with as many panes holds, in MB. */
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
    await sleep(TMUX_RESTS_MS);
    return await residentOf((await tmux.command('display-message', '-p', '#{pid}')).trim());
  } finally {
    await tmux.end();
  }
}

/** The pane in front has written it all. */
async function waitForLast(tmux: Tmux): Promise<void> {
  await waitFor(async () => (await tmux.command('capture-pane', '-p')).includes(LAST), READY);
}

/** The RSS of a process, in MB. */
async function residentOf(pid: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / 1e6;
}
