import * as path from 'node:path';
import type { FolderRef } from './agentService';

/** The folder that holds `directory`, the innermost if several do. */
export function findFolderOf(
  directory: string,
  folders: readonly FolderRef[],
): FolderRef | undefined {
  return folders
    .filter((folder) => isInside(directory, folder.path))
    .sort((one, other) => other.path.length - one.path.length)[0];
}

/** Whether `inner` is the folder itself or lies below it. */
export function isInside(inner: string, folder: string): boolean {
  const way = path.relative(folder, inner);
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
}
