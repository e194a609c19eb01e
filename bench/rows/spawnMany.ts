import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProgramSpec } from '../../src/pty/ptyProcess';
import { programSpec } from '../../test/support/pty/realPty';
import type { BenchContext } from '../hosts/benchContext';
import { measureRounds } from '../measure/measureRounds';
import { watchLoop, type LoopTiming } from '../measure/watchLoop';
import { spawnByNodePty } from '../peers/nodePty';
import { toRow, type Row, type RowTitle } from '../report/row';
import { withHost } from '../hosts/withHost';

/** Rounds by the number of programs. */
const COUNTS = { 10: 7, 128: 5 } as const;
const SCROLLBACK = 1000;
const TARGET = { kind: 'atMost', value: 1.2 } as const;

/** Begin of the row texts of each side. */
const PREFIXES = { ours: '', host: 'in the session host, ' } as const;

/** The contexts of both sides. */
type Contexts = Readonly<Record<keyof typeof PREFIXES, BenchContext>>;

/** P9: time of many simultaneous starts beside node-pty, and the longest block of the event loop. */
export async function spawnManyRows(context: BenchContext): Promise<readonly Row[]> {
  return withHost(async ({ context: host }) => {
    const rows: Row[] = [];
    for (const [count, rounds] of Object.entries(COUNTS)) {
      rows.push(...(await rowsOf({ ours: context, host }, Number(count), rounds)));
    }
    return rows;
  });
}

async function rowsOf(
  { ours, host }: Contexts,
  count: number,
  rounds: number,
): Promise<readonly Row[]> {
  const program = programSpec(process.execPath, ['-e', 'process.stdout.write("ready")']);
  const measured = await measureRounds<Side, LoopTiming>(rounds, {
    ours: () => watchLoop(() => runSessions(ours, program, count)),
    host: () => watchLoop(() => runSessions(host, program, count)),
    atOnce: () => watchLoop(() => runPrograms(program, count)),
    inTurns: () => watchLoop(() => runPrograms(program, count, nextTurn)),
  });
  const row = (
    side: keyof typeof PREFIXES,
    peer: Side,
    of: keyof LoopTiming,
    title: Pick<RowTitle, 'what' | 'peerName'>,
  ): Row =>
    toRow(
      { id: 'P9', unit: 'ms', target: TARGET, ...title },
      measured.map((round) => ({ ours: round[side][of], peer: round[peer][of] })),
    );
  return (['ours', 'host'] as const).flatMap((side) => {
    const what = `${PREFIXES[side]}${count} programs of Node at once`;
    const peerName = 'node-pty';
    return [
      row(side, 'atOnce', 'ms', { what: `${what}, until all have ended`, peerName }),
      row(side, 'inTurns', 'longestBlockMs', {
        what: `${what}: longest block of the window's event loop`,
        peerName: `${peerName}, one in each turn`,
      }),
    ];
  });
}

/** Sessions, and programs of `node-pty` that start all at once or one in each turn of the event loop. */
type Side = keyof typeof PREFIXES | 'atOnce' | 'inTurns';

async function runSessions(
  context: BenchContext,
  program: ProgramSpec,
  count: number,
): Promise<void> {
  const { sessions } = context;
  const specs = Array.from({ length: count }, () => context.sessionSpec(program, SCROLLBACK));
  const running = new Set(specs.map(({ id }) => id));
  await new Promise<void>((fulfil, reject) => {
    const listener = sessions.onDidChange(({ type, session }) => {
      if (type === 'exit' && running.delete(session.id) && running.size === 0) {
        listener.dispose();
        fulfil();
      }
    });
    Promise.all(specs.map((spec) => sessions.create(spec))).catch(reject);
  });
  await Promise.all(specs.map(({ id }) => sessions.kill(id)));
}

/** Starts all at once, or each after `pause`. */
async function runPrograms(
  program: ProgramSpec,
  count: number,
  pause?: () => Promise<void>,
): Promise<void> {
  const spec = programSpec(program.file, program.args);
  const ends: Promise<void>[] = [];
  for (let index = 0; index < count; index++) {
    const started = spawnByNodePty(spec);
    ends.push(new Promise((fulfil) => void started.onExit(() => fulfil())));
    await pause?.();
  }
  await Promise.all(ends);
}
