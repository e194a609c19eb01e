import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../../test/support/waitFor';
import { findProcessesBelow } from '../../../test/ui/support/serverProcesses';
import type { BenchContext } from '../../hosts/benchContext';
import { openBenchVsCode, type BenchVsCode } from '../../loads/benchVsCode';
import { hasProcFs, residentMbOf } from '../../measure/processStats';
import type { Row } from '../../report/row';

const AGENTS = 20;
const SETTLE_MS = 10_000;
const IDLE_LIMIT_MS = 60_000;
const EXTENSION_HOST = /--type=extensionHost/;

/** P22: memory of the extension host with idle agents. Skipped without a browser, a VS Code or `/proc`. */
export async function windowMemoryRows(context: BenchContext): Promise<readonly Row[]> {
  const opened = hasProcFs() ? await openBenchVsCode() : undefined;
  if (!opened) {
    context.skip('P22', 'no browser, no VS Code or no /proc is available');
    return [];
  }
  try {
    const before = await settledMb(opened);
    for (let count = 0; count < AGENTS; count++) {
      await opened.client.start({ provider: 'idle', task: 'Wait' });
    }
    await waitForIdle(opened);
    const after = await settledMb(opened);
    const title = { id: 'P22', peerName: 'without a session', unit: 'MB' } as const;
    return [
      {
        ...title,
        what: `memory of the extension host with ${AGENTS} idle agents`,
        ...{ ours: after, peer: before, ratio: after / before },
      },
    ];
  } finally {
    await opened.end();
  }
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
  const [pid] = findProcessesBelow(vscode.server.group?.child.pid ?? NaN, EXTENSION_HOST).slice(-1);
  if (pid === undefined) {
    throw new Error('The server has no extension host.');
  }
  return residentMbOf(pid);
}
