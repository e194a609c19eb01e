import type { Dimensions } from '../../src/pty/ptyProcess';
import { programSpec } from '../../test/support/pty/realPty';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import { withHost } from '../hosts/withHost';
import { numberedRows } from '../loads/workloads';
import { measureRounds, timeOf } from '../measure/measureRounds';
import { endByNodePty, spawnByNodePty, waitForText } from '../peers/nodePty';
import { Tmux } from '../peers/tmux';
import { compare, type Measurements } from '../report/row';
import { requireSession } from '../../src/pty/sessionBackend';

const ROWS = 10_000;
const SIZE: Dimensions = { cols: 80, rows: 24 };
const LAST_ROW = 'the-last-row';
const READY = { limitMs: 30_000, what: `the row "${LAST_ROW}"` };

/** F6: time from an attach until the screen, and all rows, are drawn. */
export async function measureAttach(context: BenchContext, rounds: number): Promise<Measurements> {
  const tmux = new Tmux(context.directory);
  if (!(await tmux.isAvailable())) {
    context.skip('F6', 'tmux is not installed');
    return {};
  }
  const path = context.writeFile('rows.log', numberedRows(ROWS, LAST_ROW));
  try {
    await startTmux(tmux, path);
    return await withHost(async (hosted) => {
      const ids = {
        window: await startFilled(context, path),
        host: await startFilled(hosted.context, path),
      };
      const times = await measureRounds(rounds, {
        screen: () => timeAttach(context, ids.window, 0),
        tmux: () => timeTmux(tmux),
        hostScreen: () => timeAttach(hosted.context, ids.host, 0),
        hostTmux: () => timeTmux(tmux),
        all: () => timeAttach(context, ids.window, ROWS),
        hostAll: () => timeAttach(hosted.context, ids.host, ROWS),
      });
      return {
        'window, screen': compare(times.map(({ screen: ours, tmux: peer }) => ({ ours, peer }))),
        'window, all rows': compare(times.map(({ all: ours }) => ({ ours }))),
        'host, screen': compare(
          times.map(({ hostScreen: ours, hostTmux: peer }) => ({ ours, peer })),
        ),
        'host, all rows': compare(times.map(({ hostAll: ours }) => ({ ours }))),
      };
    });
  } finally {
    await tmux.end();
  }
}

/** Starts a session that prints the file at `path`. Resolves with its id once it has printed. */
async function startFilled(context: BenchContext, path: string): Promise<string> {
  const { sessions } = context;
  const program = programSpec('sh', ['-c', `cat '${path}'; exec cat`]);
  const { id } = await sessions.create(context.sessionSpec(program, ROWS));
  await waitFor(async () => (await requireSession(sessions, id).text()).includes(LAST_ROW), READY);
  return id;
}

/** Attaches until the screen and `scrollback` rows are drawn, and detaches. */
function timeAttach({ sessions }: BenchContext, id: string, scrollback: number): Promise<number> {
  return timeOf(async () => {
    let last = '';
    const onData = (data: string): void => void (last = data);
    const attachment = await requireSession(sessions, id).attach({
      scrollback,
      onData,
      onExit() {},
    });
    attachment.dispose();
    if (!last.includes(LAST_ROW)) {
      throw new Error(`The drawing lacks the row "${LAST_ROW}".`);
    }
  });
}

async function timeTmux(tmux: Tmux): Promise<number> {
  const before = performance.now();
  const client = spawnByNodePty({ ...tmux.program('attach'), ...SIZE });
  await waitForText(client, LAST_ROW);
  const ms = performance.now() - before;
  await endByNodePty(client);
  return ms;
}

async function startTmux(tmux: Tmux, path: string): Promise<void> {
  const size = ['-x', String(SIZE.cols), '-y', String(SIZE.rows)];
  const set = ['set', '-g', 'history-limit', String(2 * ROWS), ';', 'set', '-g', 'status', 'off'];
  const session = ['new-session', '-d', ...size, `cat '${path}'; exec cat`];
  await tmux.command('start-server', ';', ...set, ';', ...session);
  await waitFor(async () => (await tmux.command('capture-pane', '-p')).includes(LAST_ROW), READY);
}
