import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../../test/support/waitFor';
import type { BenchContext } from '../../hosts/benchContext';
import { openBenchVsCode, type BenchVsCode } from '../../loads/benchVsCode';
import { findExtensionHosts, renewWindow } from '../../loads/renewWindow';
import { hasProcFs, residentMbOf } from '../../measure/processStats';
import { toRow, type Pair, type Row } from '../../report/row';

const AGENTS = 20;
const RUNS = 5;
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
    const pairs: Pair[] = [];
    for (let run = 0; run < RUNS; run++) {
      pairs.push(await measureOnce(opened));
      await endAll(opened);
    }
    return [toRow(TITLE, pairs)];
  } finally {
    await opened.end();
  }
}

/** In a window of its own, whose extension host has held no agent before. */
async function measureOnce(opened: BenchVsCode): Promise<Pair> {
  await renewWindow(opened.vscode);
  const peer = await settledMb(opened);
  const start = (): Promise<unknown> => opened.client.start({ provider: 'idle', task: 'Wait' });
  await Promise.all(Array.from({ length: AGENTS }, start));
  await waitForIdle(opened);
  return { ours: await settledMb(opened), peer };
}

async function endAll({ client }: BenchVsCode): Promise<void> {
  const { sessions } = await client.list();
  await Promise.all(sessions.map(({ id }) => client.close({ sessionId: id })));
}

async function waitForIdle({ client }: BenchVsCode): Promise<void> {
  await waitFor(
    async () =>
      (await client.list()).sessions.filter(({ state }) => state === 'idle').length === AGENTS,
    { limitMs: IDLE_LIMIT_MS, what: `${AGENTS} idle agents` },
  );
}

/** The resident memory after a time in which the extension host does nothing. */
async function settledMb({ vscode }: BenchVsCode): Promise<number> {
  await sleep(SETTLE_MS);
  const [pid] = findExtensionHosts(vscode).slice(-1);
  if (pid === undefined) {
    throw new Error('The server has no extension host.');
  }
  return residentMbOf(pid);
}
