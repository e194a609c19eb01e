import type { FolderRef } from '../../agents/folderRef';
import { SessionError } from '../../base/errors';
import { requireTrust } from '../../pty/trustGuard';

/** The facts of a window's workspace that decide whether anything may start in it. */
export interface WorkspaceState {
  /** The folders on this machine. */
  readonly folders: readonly FolderRef[];
  /** The URI schemes of the other folders. */
  readonly virtualSchemes: readonly string[];
  readonly isTrusted: boolean;
}

/** Returns the folders in which something may start, at least one. */
export function requireFolders(workspace: WorkspaceState): readonly FolderRef[] {
  const { folders, virtualSchemes } = workspace;
  if (folders.length === 0 && virtualSchemes.length > 0) {
    throw new SessionError(
      'UNSUPPORTED_PLATFORM',
      `This workspace (${virtualSchemes.join(', ')}) has no folder on disk: ` +
        'open a local folder, or one over SSH, in WSL or in a container.',
    );
  }
  if (folders.length === 0) {
    throw new SessionError(
      'BAD_REQUEST',
      'Agents work in a folder and none is open: choose File > Open Folder, then start again.',
    );
  }
  requireTrust(workspace.isTrusted);
  return folders;
}
