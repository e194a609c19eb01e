import type { BenchContext } from '../hosts/benchContext';
import {
  openNodePtyEcho,
  openRelayEcho,
  openSessionEcho,
  openTerminalEcho,
  openTmuxEcho,
} from '../loads/openEcho';
import { measureColdRounds } from '../measure/measureRounds';
import { BARE_TERMINAL, withBareTerminals } from '../peers/bareTerminals';
import { RELAY, TERMINAL_RELAY, withRelay } from '../peers/relay';
import { percentileRow, timesOf, type PairOfTimes } from '../report/percentileRow';
import type { Row } from '../report/row';
import { Tmux } from '../peers/tmux';
import { typeKey, type Echo } from '../loads/typeKeys';
import { withHost } from '../hosts/withHost';

const ROUNDS = 5;
/** Of each round. */
const KEYS = 100;
/** Keys before the rounds, until code that runs for each key is compiled. */
const FIRST_KEYS = 500;

interface Peer {
  readonly name: string;
  readonly open: () => Promise<Echo>;
  /** The highest ratio of the p50 that meets the goal; undefined: no goal. */
  readonly atMost?: number;
}

/**
 * P2: echo of a key in an idle session, in the window and in the session host. A bare process between `node-pty`
 * and the viewer takes twice the time of `node-pty`, so it is the peer for the goal of the session host.
 */
export async function echoRows(context: BenchContext): Promise<readonly Row[]> {
  const tmux = new Tmux(context.directory);
  const inTmux = { name: 'tmux attach', open: () => openTmuxEcho(context, tmux) } as const;
  const byNodePty = { name: 'node-pty', open: openNodePtyEcho } as const;
  const inWindow = { name: 'in the window', open: () => openSessionEcho(context) } as const;
  const hasTmux = await tmux.isAvailable();
  const rows = await withBareTerminals((terminals) =>
    compareAll(context, '', [
      { ...byNodePty, atMost: 1.5 },
      { name: BARE_TERMINAL, open: () => openTerminalEcho(terminals) },
      ...(hasTmux ? [inTmux] : []),
    ]),
  );
  const { directory } = context;
  const hosted = await withRelay(directory, 'ptys', (relay) =>
    withRelay(directory, 'terminals', (terminalRelay) =>
      withHost((host) =>
        compareAll(host.context, 'in the session host, ', [
          { name: RELAY, open: () => openRelayEcho(relay), atMost: 1.5 },
          { name: TERMINAL_RELAY, open: () => openRelayEcho(terminalRelay) },
          byNodePty,
          ...(hasTmux ? [inTmux] : []),
          inWindow,
        ]),
      ),
    ),
  );
  return [...rows, ...hosted];
}

async function compareAll(
  context: BenchContext,
  prefix: string,
  peers: readonly Peer[],
): Promise<readonly Row[]> {
  const session = await openSessionEcho(context);
  const rows: Row[] = [];
  for (const peer of peers) {
    rows.push(...(await compare(session, prefix, peer)));
  }
  await session.end();
  return rows;
}

async function compare(
  session: Echo,
  prefix: string,
  { name: peerName, open, atMost }: Peer,
): Promise<Row[]> {
  const peer = await open();
  const rounds: PairOfTimes[] = [];
  await typeByTurns(session, peer, FIRST_KEYS);
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push(await typeByTurns(session, peer, KEYS));
  }
  await peer.end();
  const target = atMost === undefined ? undefined : ({ kind: 'atMost', value: atMost } as const);
  const row = (percent: number): Row =>
    percentileRow(
      {
        id: 'P2',
        what: `${prefix}echo of ${ROUNDS * KEYS} keys, idle, p${percent}`,
        peerName,
        unit: 'ms',
        target: percent === 50 ? target : undefined,
      },
      rounds,
      percent,
    );
  return [row(50), row(99)];
}

/**
 * Types keys alternately into both, so that the machine's load affects both alike. Each pair of keys begins with the
 * other side.
 */
async function typeByTurns(session: Echo, peer: Echo, count: number): Promise<PairOfTimes> {
  return timesOf(
    await measureColdRounds(count, { ours: () => typeKey(session), peer: () => typeKey(peer) }),
  );
}
