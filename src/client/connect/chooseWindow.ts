import { relative, sep } from 'node:path';
import { isInside } from '../../base/isInside';
import { ClientError } from '../clientError';
import type { FolderSnapshotEntry } from '../../endpoint/folderSnapshotEntry';
import type { WindowEntry } from '../../endpoint/windowEntry';

/**
 * The window whose folder contains `path`, an absolute path. Of nested folders the innermost
 * counts.
 * @throws {ClientError} `NO_WINDOW`, `SEVERAL_WINDOWS`.
 */
export function chooseWindow(windows: readonly WindowEntry[], path: string): WindowEntry {
  const nearest = Math.min(...windows.map((window) => distance(window, path)));
  const [found, ...others] = windows.filter(
    (window) => nearest < Infinity && distance(window, path) === nearest,
  );
  if (!found) {
    throw new ClientError('NO_WINDOW', describeNone(windows, path));
  }
  if (others.length > 0) {
    throw new ClientError('SEVERAL_WINDOWS', describeSeveral([found, ...others], path));
  }
  return found;
}

/**
 * The window whose extension host has this process id.
 * @throws {ClientError} `NO_WINDOW`.
 */
export function chooseWindowOfPid(windows: readonly WindowEntry[], pid: number): WindowEntry {
  const found = windows.find((window) => window.pid === pid);
  if (!found) {
    throw new ClientError('NO_WINDOW', `No window of Agent Terminals has the process id ${pid}.`);
  }
  return found;
}

/** The snapshot of the innermost folder that contains `path`, an absolute path. */
export function chooseSnapshot(
  snapshots: readonly FolderSnapshotEntry[],
  path: string,
): FolderSnapshotEntry | undefined {
  return snapshots
    .filter((snapshot) => isInside(path, snapshot.path))
    .toSorted((one, other) => depthBelow(one.path, path) - depthBelow(other.path, path))[0];
}

function distance({ folders }: WindowEntry, path: string): number {
  return Math.min(...folders.map((folder) => depthBelow(folder.path, path)));
}

/** The number of path segments from the folder down to `path`; infinite if it is not inside. */
function depthBelow(folder: string, path: string): number {
  return isInside(path, folder)
    ? relative(folder, path).split(sep).filter(Boolean).length
    : Infinity;
}

function describeNone(windows: readonly WindowEntry[], path: string): string {
  const open = windows.flatMap(pathsOf);
  const others =
    open.length === 0
      ? 'no window with Agent Terminals is open on this machine, or it cannot write to your home'
      : `the open folders are ${open.join(', ')}`;
  return `No window has a folder that contains ${path} (${others}): open it in VS Code, or name a window's folder with --window.`;
}

function describeSeveral(windows: readonly WindowEntry[], path: string): string {
  const names = windows.map((window) => `${window.pid} (${pathsOf(window).join(', ')})`);
  return `Several windows have a folder that contains ${path}: ${names.join(', ')}. Select one by its process id: --window ${windows[0]?.pid}.`;
}

function pathsOf({ folders }: WindowEntry): readonly string[] {
  return folders.map(({ path }) => path);
}
