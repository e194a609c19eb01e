import type { FolderRef } from '../../agents/agentService';
import { requireTrust } from '../../agents/start/requirements';
import { SessionError } from '../../base/errors';

/** A window's workspace, as far as it decides whether anything may run in it. */
export interface WorkspaceState {
  /** Those that are on this machine. */
  readonly folders: readonly FolderRef[];
  /** The URI schemes of those that are not. */
  readonly virtualSchemes: readonly string[];
  readonly isTrusted: boolean;
}

/**
 * The folders that something may be started in, at least one.
 * @throws {SessionError} `BAD_REQUEST` (no folder), `UNSUPPORTED_PLATFORM` (virtual), `UNTRUSTED`.
 */
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
