import { requireSession } from '../../src/pty/sessionBackend';
import type { HostClient } from '../../src/host/client/hostClient';
import { programSpec } from '../../test/support/pty/realPty';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import type { HostHome } from '../hosts/hostHome';
import { timeOf } from '../measure/measurePairs';
import { toLoneRow, type Row } from '../report/row';
import { withHost } from '../hosts/withHost';
import { numberedRows } from '../loads/workloads';

const ROWS = 10_000;
const LAST = 'the-last-row';
const COUNTS = [1, 20];
const RUNS = 7;
const READY = { limitMs: 30_000, what: `the row "${LAST}"` };

/** R4: time until a new window has found the session host and drawn its sessions with their scrollback. */
export async function reloadRows(outer: BenchContext): Promise<readonly Row[]> {
  const path = outer.writeFile('reload.log', numberedRows(ROWS, LAST));
  return withHost(async ({ home, context }) => {
    const ids: string[] = [];
    const rows: Row[] = [];
    for (const count of COUNTS) {
      while (ids.length < count) {
        ids.push(await startSession(context, path));
      }
      rows.push(await reloadRow(home, ids));
    }
    return rows;
  });
}

async function reloadRow(home: HostHome, ids: readonly string[]): Promise<Row> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    times.push(await timeOf(() => reload(home, ids)));
  }
  const drawn = `${ids.length} ${ids.length === 1 ? 'session' : 'sessions'} of 10,000 rows drawn`;
  const target = { kind: 'atMost', value: 1000 } as const;
  return toLoneRow(
    { id: 'R4', what: `a new window: host found, ${drawn}`, unit: 'ms', target },
    times,
  );
}

async function reload(home: HostHome, ids: readonly string[]): Promise<void> {
  const client = await home.openClient();
  await Promise.all(ids.map((id) => attachOnce(client, id)));
  client.dispose();
}

async function attachOnce(client: HostClient, id: string): Promise<void> {
  let last = '';
  const onData = (data: string): void => void (last = data);
  const attachment = await requireSession(client, id).attach({
    scrollback: ROWS,
    onData,
    onExit() {},
  });
  attachment.dispose();
  if (!last.includes(LAST)) {
    throw new Error(`The drawing of ${id} lacks the row "${LAST}".`);
  }
}

async function startSession(context: BenchContext, path: string): Promise<string> {
  const { sessions } = context;
  const program = programSpec('sh', ['-c', `cat '${path}'; exec cat`]);
  const { id } = await sessions.create(context.sessionSpec(program, ROWS));
  await waitFor(async () => (await sessions.text(id)).includes(LAST), READY);
  return id;
}
