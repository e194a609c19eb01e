import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '../../base/clock';
import { listFolderSnapshots } from '../../endpoint/folderSnapshotEntry';
import { listWindowFileNames, readRunningWindows } from '../../endpoint/windowFiles';
import { runOwnProgram } from '../../pty/process/runOwnProgram';
import type { OrphanFolder } from './orphanWatch';

/** @param home The directory of our files in the person's home, such as `~/.agent-terminals`. */
export async function listOrphanFolders(home: string): Promise<readonly OrphanFolder[]> {
  const stored = await listFolderSnapshots(home);
  const snapshots = stored.filter(({ orphanTimeoutHours }) => orphanTimeoutHours > 0);
  if (snapshots.length === 0) {
    return [];
  }
  const windows = await readRunningWindows(home, await listWindowFileNames(home));
  const open = new Set(
    windows
      .filter(({ hasWindow }) => hasWindow)
      .flatMap(({ folders }) => folders.map(({ path }) => path)),
  );
  return Promise.all(
    snapshots.map(async ({ file, orphanTimeoutHours, path, uri }) => ({
      uri,
      file,
      timeoutMs: orphanTimeoutHours * HOUR_MS,
      isOpen: open.has(path),
      // Windows set the time of the file; see `FolderSnapshots`.
      openedMark: (await stat(file)).mtimeMs,
    })),
  );
}

/**
 * Runs the installed command line to end those sessions of a folder that may be ended, and returns its
 * output: a line for each session.
 * @throws {Error} with what it printed if it fails.
 */
export async function endOrphans(
  home: string,
  file: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const script = join(home, 'bin', 'agent-terminals.cjs');
  const result = await runOwnProgram(script, ['end-orphans', file, ...ids], {
    AGENT_TERMINALS_HOME: home,
  });
  if (result.kind === 'failed') {
    throw new Error(`${script} ${result.reason}`);
  }
  if (result.code !== 0) {
    throw new Error(result.stderr.trim() || `${script} ended with ${result.code}`);
  }
  return result.stdout.split('\n').filter((line) => line !== '');
}
