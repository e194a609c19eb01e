import { isInside } from '../base/isInside';
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
