import { isInside } from '../base/isInside';
import type { SessionInfo } from '../pty/sessionService';
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

/**
 * The workspace folder that a session belongs to: the one that it was started in, else the innermost
 * that its directory is in; undefined where none of these is open.
 */
export function folderOfSession(
  { folder, workDir }: Pick<SessionInfo, 'folder' | 'workDir'>,
  folders: readonly FolderRef[],
): FolderRef | undefined {
  // One that was started in no folder has an empty one.
  return folder ? folders.find(({ uri }) => uri === folder) : findFolderOf(workDir, folders);
}
