import { programSpec } from '../../test/support/realPty';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../benchContext';
import { measurePairs, timeOf } from '../measurePairs';
import { toRow, type Row } from '../row';
import { withHost } from '../withHost';
import { numberedRows } from '../workloads';

const SESSIONS = 128;
const ROWS = 10_000;
const PAIRS = 40;
const ALL_IDLE = { limitMs: 60_000, what: 'all sessions to be idle' };

/** P11: a session host that holds much starts the next program about as soon as one that holds nothing. */
export async function hostForkRows(context: BenchContext): Promise<readonly Row[]> {
  const path = context.file('p11.log', numberedRows(ROWS, 'the-last-row'));
  return withHost(({ context: full }) =>
    withHost(async ({ context: empty }) => {
      await fill(full, path);
      const measured = await measurePairs(
        PAIRS,
        () => createOnce(full),
        () => createOnce(empty),
      );
      return [
        toRow(
          {
            id: 'P11',
            what: `a session's start in a host that holds ${SESSIONS} of 10,000 rows`,
            unit: 'ms',
            peerName: 'in a host that holds none',
            target: { kind: 'atMost', value: 3 },
          },
          measured,
        ),
      ];
    }),
  );
}

async function fill(context: BenchContext, path: string): Promise<void> {
  const { sessions } = context;
  const program = programSpec('sh', ['-c', `cat '${path}'; exec cat`]);
  for (let index = 0; index < SESSIONS; index++) {
    await sessions.create(context.sessionSpec(program, ROWS));
  }
  await waitFor(() => sessions.list().every(({ state }) => state === 'idle'), ALL_IDLE);
}

/** From the call to the answer that says its process. */
async function createOnce(context: BenchContext): Promise<number> {
  const { sessions } = context;
  const spec = context.sessionSpec(programSpec('cat'), ROWS);
  const ms = await timeOf(() => sessions.create(spec));
  await sessions.kill(spec.id);
  return ms;
}
