import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../../test/support/waitFor';
import type { BenchContext } from '../../hosts/benchContext';
import { openBenchVsCode, waitForApi, type BenchVsCode } from '../../loads/benchVsCode';
import { findExtensionHosts, renewWindow } from '../../loads/renewWindow';
import { measureColdRounds } from '../../measure/measureRounds';
import { hasProcFs, residentMbOf } from '../../measure/processStats';
import { toRow, type Row } from '../../report/row';

const AGENTS = 20;
const RUNS = 5;
/** Time in which the extension host becomes idle. */
const SETTLE_MS = 3_000;
const IDLE_LIMIT_MS = 60_000;

const TITLE = {
  id: 'P22',
  what: `memory of the extension host with ${AGENTS} idle agents`,
  peerName: 'without a session',
  unit: 'MB',
} as const;

/** P22: memory of the extension host with idle agents. Skipped without a browser, a VS Code or `/proc`. */
export async function windowMemoryRows(context: BenchContext): Promise<readonly Row[]> {
  const opened = hasProcFs() ? await openBenchVsCode() : undefined;
  if (!opened) {
    context.skip('P22', 'no browser, no VS Code or no /proc is available');
    return [];
  }
  try {
    const pairs = await measureColdRounds(RUNS, {
      ours: () => measureOnce(opened, AGENTS),
      peer: () => measureOnce(opened, 0),
    });
    return [toRow(TITLE, pairs)];
  } finally {
    await opened.end();
  }
}

/** In a window of its own, whose extension host has held no agent before. */
async function measureOnce(opened: BenchVsCode, agents: number): Promise<number> {
  await renewWindow(opened.vscode);
  await waitForApi(opened.client);
  const start = (): Promise<unknown> => opened.client.start({ provider: 'idle', task: 'Wait' });
  await Promise.all(Array.from({ length: agents }, start));
  await waitForIdle(opened, agents);
  await sleep(SETTLE_MS);
  const mb = residentMb(opened);
  await endAll(opened);
  return mb;
}

async function endAll({ client }: BenchVsCode): Promise<void> {
  const { sessions } = await client.list();
  await Promise.all(sessions.map(({ id }) => client.close({ sessionId: id })));
}

async function waitForIdle({ client }: BenchVsCode, agents: number): Promise<void> {
  await waitFor(
    async () =>
      (await client.list()).sessions.filter(({ state }) => state === 'idle').length === agents,
    { limitMs: IDLE_LIMIT_MS, what: `${agents} idle agents` },
  );
}

function residentMb({ vscode }: BenchVsCode): number {
  const [pid] = findExtensionHosts(vscode).slice(-1);
  if (pid === undefined) {
    throw new Error('The server has no extension host.');
  }
  return residentMbOf(pid);
}
