import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { programSpec } from '../../test/support/pty/realPty';
import type { BenchContext } from '../hosts/benchContext';
import { HostHome } from '../hosts/hostHome';
import { timeOf } from '../measure/measurePairs';
import { measureRounds } from '../measure/measureRounds';
import { toLoneRow, toRow, type Row } from '../report/row';
import { waitForSession } from '../loads/waitForSession';
import { buildLeastHost, LEAST_HOST_NAME, timeLeastHost } from '../peers/leastHost';
import { RELAY, withRelay } from '../peers/relay';

const run = promisify(execFile);
const ROUNDS = 11;
const READY = 'READY';
const PROGRAM = programSpec('sh', ['-c', `printf ${READY}; exec cat`]);
const SCROLLBACK = 1000;

/** Times since the begin of the start, in milliseconds. */
interface Start {
  readonly listening: number;
  readonly ready: number;
}

/** P10: start of the session host, and of its first session, beside the least that does the same. */
export async function hostStartRows(context: BenchContext): Promise<readonly Row[]> {
  const home = await HostHome.create();
  await buildLeastHost();
  try {
    const rounds = await measureRounds<'host' | 'copied' | 'node' | 'least' | 'relay', Start>(
      ROUNDS,
      {
        host: () => start(home, context),
        copied: () => startWithCopy(home, context),
        node: startNode,
        least: async () => same(await timeLeastHost(context.directory)),
        relay: async () => same(await timeRelay(context)),
      },
    );
    const title = { id: 'P10', unit: 'ms' } as const;
    const firstOutput = "the session host, from its start to its first session's output";
    const listening = {
      ...title,
      what: 'the session host, from its start to listening',
    };
    return [
      toRow(
        {
          ...listening,
          peerName: "node -e require('node-pty')",
          target: { kind: 'atMost', value: 1.5 },
        },
        rounds.map(({ host, node }) => ({ ours: host.listening, peer: node.listening })),
      ),
      toRow(
        { ...listening, peerName: LEAST_HOST_NAME },
        rounds.map(({ host, least }) => ({ ours: host.listening, peer: least.listening })),
      ),
      toLoneRow(
        { ...title, what: firstOutput, target: { kind: 'atMost', value: 150 } },
        rounds.map(({ host }) => host.ready),
      ),
      toRow(
        {
          ...title,
          what: firstOutput,
          peerName: RELAY,
        },
        rounds.map(({ host, relay }) => ({ ours: host.ready, peer: relay.ready })),
      ),
      toLoneRow(
        {
          ...title,
          what: 'the session host, from its start to listening, its program copied first',
        },
        rounds.map(({ copied }) => copied.listening),
      ),
    ];
  } finally {
    await home.end();
  }
}

async function start(home: HostHome, context: BenchContext): Promise<Start> {
  const before = performance.now();
  await home.access().ensure();
  const listening = performance.now() - before;
  const client = await home.openClient();
  const { id } = await client.create(context.sessionSpec(PROGRAM, SCROLLBACK));
  await waitForSession(client, id, READY);
  const ready = performance.now() - before;
  await home.endHost();
  client.dispose();
  return { listening, ready };
}

/** The first start of a version: its program is copied first. */
function startWithCopy(home: HostHome, context: BenchContext): Promise<Start> {
  rmSync(join(home.home, '.agent-terminals'), { recursive: true });
  return start(home, context);
}

async function startNode(): Promise<Start> {
  const program = [process.execPath, ['-e', "require('node-pty')"], { cwd: ROOT }] as const;
  return same(await timeOf(() => run(...program)));
}

/** From the start of the relay to the first output of its first program. */
async function timeRelay(context: BenchContext): Promise<number> {
  const before = performance.now();
  return withRelay(context.directory, 'ptys', async (relay) => {
    const socket = await relay.open({ ...PROGRAM, cols: 80, rows: 24 }, true);
    await once(socket, 'data');
    const ms = performance.now() - before;
    socket.destroy();
    return ms;
  });
}

function same(ms: number): Start {
  return { listening: ms, ready: ms };
}
