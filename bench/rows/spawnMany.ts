import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProgramSpec } from '../../src/pty/ptyProcess';
import { programSpec } from '../../test/support/pty/realPty';
import type { BenchContext } from '../hosts/benchContext';
import { longestBlock } from '../measure/longestBlock';
import { measurePairs, timeOf } from '../measure/measurePairs';
import { spawnByNodePty } from '../peers/nodePty';
import { toRow, type Row } from '../report/row';
import { withHost } from '../hosts/withHost';

const COUNTS = { 10: 7, 128: 3 } as const;
const SCROLLBACK = 1000;

/** P9: time of many simultaneous starts beside node-pty, and the longest block of the event loop. */
export async function spawnManyRows(context: BenchContext): Promise<readonly Row[]> {
  const program = programSpec(process.execPath, ['-e', 'process.stdout.write("ready")']);
  return withHost(async (hosted) => {
    const rows: Row[] = [];
    for (const [count, pairs] of Object.entries(COUNTS)) {
      const start = { program, count: Number(count), pairs };
      rows.push(...(await compare(context, { ...start, prefix: '' })));
      rows.push(...(await compare(hosted.context, { ...start, prefix: 'in the session host, ' })));
    }
    return rows;
  });
}

interface Start {
  readonly program: ProgramSpec;
  readonly count: number;
  readonly pairs: number;
  /** Begin of the row texts. */
  readonly prefix: string;
}

async function compare(
  context: BenchContext,
  { program, count, pairs, prefix }: Start,
): Promise<readonly Row[]> {
  const ours = (): Promise<number> => timeOf(() => runSessions(context, program, count));
  const peer = (): Promise<number> => timeOf(() => runPrograms(program, count));
  const what = `${prefix}${count} programs of Node at once`;
  const title = { id: 'P9', unit: 'ms' } as const;
  const target = { kind: 'atMost', value: 1.2 } as const;
  const measured = await measurePairs(pairs, ours, peer);
  const blocks = await measurePairs(
    pairs,
    () => longestBlock(() => runSessions(context, program, count)),
    () => longestBlock(() => runPrograms(program, count, nextTurn)),
  );
  return [
    toRow(
      { ...title, what: `${what}, until all have ended`, peerName: 'node-pty', target },
      measured,
    ),
    toRow(
      {
        ...title,
        what: `${what}: longest block of the window's event loop`,
        peerName: 'node-pty, one in each turn',
        target,
      },
      blocks,
    ),
  ];
}

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
