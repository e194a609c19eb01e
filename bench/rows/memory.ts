import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import { withHost } from '../hosts/withHost';
import { withBenchVsCode, type BenchVsCode } from '../loads/benchVsCode';
import { fillSessions, waitForCompression } from '../loads/fillSessions';
import { findExtensionHosts, renewWindow, type BenchWindow } from '../loads/renewWindow';
import { fullRows } from '../loads/workloads';
import { measureColdRounds } from '../measure/measureRounds';
import { hasProcFs, residentMbOf } from '../measure/processStats';
import { MEMORY_SIZE, runMemoryTrial } from '../measure/runMemoryTrial';
import { openEmptyVsCode } from '../peers/bareVsCode';
import { compare, type Measurements } from '../report/row';

const AGENTS = 20;
/** Time in which an extension host becomes idle. */
const SETTLE_MS = 3_000;
const IDLE = { limitMs: 60_000, what: `${AGENTS} idle agents` };
const LAST = 'the-last-row';

/** F7: memory of an extension host with idle agents, and of sessions with a full scrollback. */
export async function measureMemory(context: BenchContext, rounds: number): Promise<Measurements> {
  if (!hasProcFs()) {
    context.skip('F7', 'this system has no /proc');
    return {};
  }
  return { ...(await measureAgents(context, rounds)), ...(await measureScreens(context, rounds)) };
}

function measureAgents(context: BenchContext, rounds: number): Promise<Measurements> {
  return withBenchVsCode(context, `${AGENTS} idle agents of F7`, async (opened) => {
    const empty = await openEmptyVsCode();
    try {
      const pairs = await measureColdRounds(rounds, {
        ours: () => measureIdleAgents(opened),
        peer: async () => {
          await renewWindow(empty);
          await sleep(SETTLE_MS);
          return extensionHostMb(empty);
        },
      });
      return { [`${AGENTS} idle agents`]: compare(pairs) };
    } finally {
      await empty.end();
    }
  });
}

/** In a new window, whose extension host has held no agent before. */
async function measureIdleAgents({ vscode, client, waitForApi }: BenchVsCode): Promise<number> {
  await renewWindow(vscode);
  await waitForApi();
  const start = (): Promise<unknown> => client.start({ provider: 'idle', task: 'Wait' });
  await Promise.all(Array.from({ length: AGENTS }, start));
  await waitFor(async () => {
    const { sessions } = await client.list();
    return sessions.filter(({ state }) => state === 'idle').length === AGENTS;
  }, IDLE);
  await sleep(SETTLE_MS);
  const mb = extensionHostMb(vscode);
  const { sessions } = await client.list();
  await Promise.all(sessions.map(({ id }) => client.close({ sessionId: id })));
  return mb;
}

function extensionHostMb(window: BenchWindow): number {
  return residentMbOf(findExtensionHosts(window).at(-1) ?? NaN);
}

async function measureScreens(context: BenchContext, count: number): Promise<Measurements> {
  const { cols, rows } = MEMORY_SIZE;
  const path = context.writeFile('rows.log', fullRows(rows, cols, LAST));
  // Each is measured in a new process.
  const rounds = await measureColdRounds(count, {
    window: () => runMemoryTrial({ kind: 'ours', path }),
    host: () =>
      withHost(async (hosted) => {
        await fillSessions(hosted.context, path);
        await waitForCompression();
        return residentMbOf(hosted.pid);
      }),
    xterm: () => runMemoryTrial({ kind: 'xterm', path }),
  });
  return {
    '128 sessions, window': compare(
      rounds.map(({ window: ours, xterm: peer }) => ({ ours, peer })),
    ),
    '128 sessions, host': compare(rounds.map(({ host: ours, xterm: peer }) => ({ ours, peer }))),
  };
}
