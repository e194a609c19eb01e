import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '../../support/waitFor';
import { UI_LIMIT_MS } from './limits';
import { findProcessesIn } from './serverProcesses';

/** A directory with all files that one VS Code under test may change. */
export interface UiSandbox {
  readonly home: string;
  /** The server's data. */
  readonly server: string;
  /** The paths of the workspace's folders, in the requested order. */
  readonly folders: readonly string[];
  /** What to open: `folder` for one, a `workspace` file for several, nothing for none. */
  readonly opened: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

export async function makeUiSandbox(folderNames: readonly string[]): Promise<UiSandbox> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'agent-terminals-ui-')));
  const home = join(root, 'home');
  const folders = folderNames.map((name) => join(root, name));
  for (const directory of [home, ...folders]) {
    await mkdir(directory, { recursive: true });
  }
  const opened = await openedParameters(root, folders);
  const remove = async (): Promise<void> => {
    // An agent whose window has closed uses its files until it ends.
    await waitFor(() => findProcessesIn(root).length === 0, {
      limitMs: UI_LIMIT_MS,
      what: () => `the end of processes ${findProcessesIn(root).join(', ')}, which use ${root}`,
    });
    await rm(root, { recursive: true, force: true, maxRetries: 3 });
  };
  return { home, server: join(root, 'server'), folders, opened, remove };
}

async function openedParameters(
  root: string,
  folders: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const [first, ...more] = folders;
  if (first === undefined) {
    return { ew: 'true' };
  }
  if (more.length === 0) {
    return { folder: first };
  }
  const workspace = join(root, 'ui.code-workspace');
  await writeFile(workspace, JSON.stringify({ folders: folders.map((path) => ({ path })) }));
  return { workspace };
}
