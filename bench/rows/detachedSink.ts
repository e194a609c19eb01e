import type { ProgramSpec } from '../../src/pty/ptyProcess';
import { programSpec } from '../../test/support/realPty';
import type { BenchContext } from '../benchContext';
import { measurePairs, rateOf, timeOf } from '../measurePairs';
import type { Measure } from '../measureRounds';
import { readPty } from '../readPty';
import { toRow, type Row } from '../row';
import { Tmux } from '../tmux';
import { colouredLog } from '../workloads';

const BYTES = 30_000_000;
const SCROLLBACK = 1000;
const PAIRS = 5;
const WHAT = '30 MB into a session that nobody watches';

/** P1: a session takes output in about as fast as it can be read, its screen included. */
export async function detachedSinkRows(context: BenchContext): Promise<readonly Row[]> {
  const log = colouredLog(BYTES);
  const spec = programSpec('cat', [context.file('p1.log', log)]);
  const tmux = new Tmux(context.directory);
  const rate = (work: Measure<unknown>) => async () => rateOf(log.length, await timeOf(work));
  const ours = rate(() => runSession(context, spec));
  const raw = rate(() => readPty(context.spawner, spec));
  const title = { id: 'P1', what: WHAT, unit: 'MB/s' } as const;
  const atLeast = (value: number) => ({ kind: 'atLeast', value }) as const;

  const rows = [
    toRow(
      { ...title, peerName: 'reading a PTY', target: atLeast(0.4) },
      await measurePairs(PAIRS, ours, raw),
    ),
  ];
  if (await tmux.isThere()) {
    const other = rate(() => runTmux(tmux, spec.args));
    const pairs = await measurePairs(PAIRS, ours, other).finally(() => tmux.end());
    rows.push(toRow({ ...title, peerName: 'tmux', target: atLeast(1.7) }, pairs));
  }
  return rows;
}

/** Until the program has ended and all it wrote is on the screen. */
async function runSession(context: BenchContext, program: ProgramSpec): Promise<void> {
  const { sessions } = context;
  const { id } = await sessions.create(context.sessionSpec(program, SCROLLBACK));
  await new Promise<void>((fulfil) => {
    const listening = sessions.onDidChange(({ type, session }) => {
      if (type === 'exit' && session.id === id) {
        listening.dispose();
        fulfil();
      }
    });
  });
  await sessions.text(id);
  await sessions.kill(id);
}

async function runTmux(tmux: Tmux, [path]: readonly string[]): Promise<void> {
  const done = 'tmux wait-for -S done';
  await tmux.command('new-session', '-d', '-x', '80', '-y', '24', `cat '${path}'; ${done}`);
  await tmux.command('wait-for', 'done');
}
