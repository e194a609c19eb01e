import type { BenchContext } from '../benchContext';
import { openNodePtyEcho, openSessionEcho, openTmuxEcho } from '../openEcho';
import { toRow, type Row } from '../row';
import { percentile } from '../statistics';
import { Tmux } from '../tmux';
import { typeKey, type Echo } from '../typeKeys';

const KEYS = 800;

/** P2: a key typed in a session that does nothing else is back as soon as from node-pty. */
export async function echoRows(context: BenchContext): Promise<readonly Row[]> {
  const session = await openSessionEcho(context);
  const rows = await compare(session, await openNodePtyEcho(), 'node-pty', 1.5);
  const tmux = new Tmux(context.directory);
  if (await tmux.isThere()) {
    const client = await openTmuxEcho(context, tmux);
    rows.push(...(await compare(session, client, 'tmux attach', undefined)));
  }
  await session.end();
  return rows;
}

/** Key by key in turn, so that both meet the same machine; `atMost` is about the p50. */
async function compare(
  session: Echo,
  peer: Echo,
  peerName: string,
  atMost: number | undefined,
): Promise<Row[]> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let key = 0; key < KEYS; key++) {
    ours.push(await typeKey(session));
    theirs.push(await typeKey(peer));
  }
  await peer.end();
  const target = atMost === undefined ? undefined : ({ kind: 'atMost', value: atMost } as const);
  const row = (percent: number): Row =>
    toRow(
      {
        id: 'P2',
        what: `echo of ${KEYS} keys, idle, p${percent}`,
        peerName,
        unit: 'ms',
        target: percent === 50 ? target : undefined,
      },
      [{ ours: percentile(ours, percent), peer: percentile(theirs, percent) }],
    );
  return [row(50), row(99)];
}
