import type { Page } from 'playwright-core';
import type { VsCodeServer } from '../../scripts/lib/vscode/vscodeServer.mjs';
import { waitFor } from '../../test/support/waitFor';
import { findProcessesBelow } from '../../test/ui/support/serverProcesses';

const EXTENSION_HOST = /--type=extensionHost/;
/** VS Code gives an extension host 5 s for its end. One whose window could not report that it closes waits for hours. */
const END_LIMIT_MS = 10_000;
const KILL_LIMIT_MS = 30_000;

/** A window in the page of a VS Code server. */
export interface BenchWindow {
  readonly page: Page;
  readonly server: VsCodeServer;
  load(): Promise<void>;
}

/** Loads a window anew once the extension host of the last one has ended, which would share the cores with it. */
export async function renewWindow(window: BenchWindow): Promise<void> {
  await window.page.goto('about:blank');
  const haveEnded = (): boolean => findExtensionHosts(window).length === 0;
  const what = 'the end of the last extension host';
  await waitFor(haveEnded, { limitMs: END_LIMIT_MS, what }).catch(() => {
    process.stderr.write('The last extension host did not end, and is killed.\n');
    findExtensionHosts(window).forEach((pid) => process.kill(pid, 'SIGKILL'));
  });
  await waitFor(haveEnded, { limitMs: KILL_LIMIT_MS, what });
  await window.load();
}

/** The process ids of the server's extension hosts, newest last. Empty without `/proc`. */
export function findExtensionHosts({ server }: Pick<BenchWindow, 'server'>): readonly number[] {
  return findProcessesBelow(server.group?.child.pid ?? NaN, EXTENSION_HOST);
}
