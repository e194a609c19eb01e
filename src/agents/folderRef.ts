import { isInside } from '../base/isInside';
import type { SessionInfo } from '../pty/sessionService';

/** A workspace folder, without VS Code types. */
export interface FolderRef {
  readonly uri: string;
  readonly path: string;
  readonly name: string;
}

/** The folder that contains `directory`; the innermost one if several do. */
export function findFolderOf(
  directory: string,
  folders: readonly FolderRef[],
): FolderRef | undefined {
  return folders
    .filter((folder) => isInside(directory, folder.path))
    .sort((one, other) => other.path.length - one.path.length)[0];
}

/**
 * The workspace folder that a session belongs to: the one in which it was started, or for a session
 * without one the innermost folder that contains its directory. Undefined if that is not open.
 */
export function folderOfSession(
  { folder, workDir }: Pick<SessionInfo, 'folder' | 'workDir'>,
  folders: readonly FolderRef[],
): FolderRef | undefined {
  // `folder` is empty for a session that was started outside of any folder.
  return folder ? folders.find(({ uri }) => uri === folder) : findFolderOf(workDir, folders);
}
