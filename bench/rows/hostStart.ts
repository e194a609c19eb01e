import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { programSpec } from '../../test/support/pty/realPty';
import type { BenchContext } from '../hosts/benchContext';
import { HostHome } from '../hosts/hostHome';
import { timeOf } from '../measure/measurePairs';
import { measureRounds } from '../measure/measureRounds';
import { toRow, type Row } from '../report/row';
import { median } from '../measure/statistics';
import { waitForSession } from '../loads/waitForSession';

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

/** P10: start of the session host, and of its first session, beside Node that loads `node-pty`. */
export async function hostStartRows(context: BenchContext): Promise<readonly Row[]> {
  const home = await HostHome.create();
  try {
    const rounds = await measureRounds<'host' | 'copied' | 'node', Start>(ROUNDS, {
      host: () => start(home, context),
      copied: () => startWithCopy(home, context),
      node: startNode,
    });
    const title = { id: 'P10', unit: 'ms' } as const;
    const peerName = "node -e require('node-pty')";
    const withoutPeer = (ours: readonly number[]) => ({ peerName: '', ours: median(ours) });
    return [
      toRow(
        {
          ...title,
          what: 'the session host, from its start to listening',
          peerName,
          target: { kind: 'atMost', value: 1.5 },
        },
        rounds.map(({ host, node }) => ({ ours: host.listening, peer: node.listening })),
      ),
      {
        ...title,
        what: "the session host, from its start to its first session's output",
        ...withoutPeer(rounds.map(({ host }) => host.ready)),
        target: { kind: 'atMost', value: 150 },
      },
      {
        ...title,
        what: 'the session host, from its start to listening, its program copied first',
        ...withoutPeer(rounds.map(({ copied }) => copied.listening)),
      },
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
  const ms = await timeOf(() => run(...program));
  return { listening: ms, ready: ms };
}
