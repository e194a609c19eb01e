import { programSpec } from '../../test/support/pty/realPty';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import { withHost } from '../hosts/withHost';
import { numberedRows } from '../loads/workloads';
import { timeOf } from '../measure/measurePairs';
import { measureRounds } from '../measure/measureRounds';
import { ROW_COUNTS, toPoint, type Family } from './family';

const ROUNDS = 7;
const LAST = 'the-last-row';
const READY = { limitMs: 30_000, what: `the row "${LAST}"` };

/** The time until all rows of a session are drawn. */
export async function attachGrowth(context: BenchContext): Promise<readonly Family[]> {
  return withHost(async (hosted) => {
    const most = Math.max(...ROW_COUNTS);
    const path = context.writeFile('attach.log', numberedRows(most, LAST));
    const inWindow = await startFilled(context, path, most);
    const inHost = await startFilled(hosted.context, path, most);
    const points = new Map<number, readonly Readonly<Record<string, number>>[]>();
    for (const rows of ROW_COUNTS) {
      const rounds = await measureRounds(ROUNDS, {
        'in the window': () => timeOf(() => attachOnce(context, inWindow, rows)),
        'in the session host': () => timeOf(() => attachOnce(hosted.context, inHost, rows)),
      });
      points.set(rows, rounds);
    }
    const lines = ['in the window', 'in the session host'].map((name) => ({
      name,
      points: [...points].map(([size, rounds]) =>
        toPoint(
          size,
          rounds.map((round) => round[name] ?? NaN),
        ),
      ),
    }));
    return [
      {
        ...{ id: 'attach', title: 'Attach to a session, all rows drawn', unit: 'ms' },
        sizes: 'rows of scrollback',
        lines,
      },
    ];
  });
}

/** Starts a session that has printed the rows. Returns its id. */
async function startFilled(context: BenchContext, path: string, rows: number): Promise<string> {
  const { sessions } = context;
  const program = programSpec('sh', ['-c', `cat '${path}'; exec cat`]);
  const { id } = await sessions.create(context.sessionSpec(program, rows));
  await waitFor(async () => (await sessions.text(id)).includes(LAST), READY);
  return id;
}

async function attachOnce(
  { sessions }: BenchContext,
  id: string,
  scrollback: number,
): Promise<void> {
  let last = '';
  const onData = (data: string): void => void (last = data);
  const attachment = await sessions.attach(id, { scrollback, onData, onExit() {} });
  attachment.dispose();
  if (!last.includes(LAST)) {
    throw new Error(`The drawing lacks the row "${LAST}".`);
  }
}
