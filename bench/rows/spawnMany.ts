import type { ProgramSpec } from '../../src/pty/ptyProcess';
import { programSpec } from '../../test/support/realPty';
import type { BenchContext } from '../benchContext';
import { longestBlock } from '../longestBlock';
import { measurePairs, timeOf } from '../measurePairs';
import { spawnByNodePty } from '../nodePty';
import { toRow, type Row } from '../row';
import { median } from '../statistics';

const COUNTS = { 10: 7, 128: 3 } as const;
const SCROLLBACK = 1000;

/** P9: many sessions start at once as soon as many programs do, and the loop never stands still for long. */
export async function spawnManyRows(context: BenchContext): Promise<readonly Row[]> {
  const program = programSpec(process.execPath, ['-e', 'process.stdout.write("ready")']);
  const rows: Row[] = [];
  for (const [count, pairs] of Object.entries(COUNTS)) {
    rows.push(...(await compare(context, program, { count: Number(count), pairs })));
  }
  return rows;
}

async function compare(
  context: BenchContext,
  program: ProgramSpec,
  { count, pairs }: { readonly count: number; readonly pairs: number },
): Promise<readonly Row[]> {
  const blocks: number[] = [];
  const ours = (): Promise<number> =>
    timeOf(async () => {
      blocks.push(await longestBlock(() => runSessions(context, program, count)));
    });
  const peer = (): Promise<number> => timeOf(() => runPrograms(program, count));
  const what = `${count} programs of Node at once, until all have ended`;
  const title = { id: 'P9', unit: 'ms' } as const;
  const target = { kind: 'atMost', value: 1.2 } as const;
  const measured = await measurePairs(pairs, ours, peer);
  return [
    toRow({ ...title, what, peerName: 'node-pty', target }, measured),
    {
      ...title,
      what: `${count} programs of Node at once: longest block of the loop`,
      peerName: '',
      ours: median(blocks.slice(1)),
      target: { kind: 'atMost', value: 50 },
    },
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
    const listening = sessions.onDidChange(({ type, session }) => {
      if (type === 'exit' && running.delete(session.id) && running.size === 0) {
        listening.dispose();
        fulfil();
      }
    });
    Promise.all(specs.map((spec) => sessions.create(spec))).catch(reject);
  });
  await Promise.all(specs.map(({ id }) => sessions.kill(id)));
}

async function runPrograms(program: ProgramSpec, count: number): Promise<void> {
  const spec = programSpec(program.file, program.args);
  const programs = Array.from({ length: count }, () => spawnByNodePty(spec));
  await Promise.all(
    programs.map((one) => new Promise<void>((fulfil) => void one.onExit(() => fulfil()))),
  );
}
