import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { FolderRef } from '../../agents/folderRef';
import type { Event } from '../../base/event';

/** The facts of a window's workspace that decide whether anything may start in it. */
export interface WorkspaceState {
  /** The folders on this machine. */
  readonly folders: readonly FolderRef[];
  /** The URI schemes of the other folders. */
  readonly virtualSchemes: readonly string[];
  readonly isTrusted: boolean;
}

export function readWorkspaceState(): WorkspaceState {
  const all = vscode.workspace.workspaceFolders ?? [];
  const virtual = all.filter((folder) => folder.uri.scheme !== 'file');
  return {
    folders: listFolders(),
    virtualSchemes: virtual.map((folder) => folder.uri.scheme),
    isTrusted: vscode.workspace.isTrusted,
  };
}

/** Returns the workspace folders on this machine, in their order. */
export function listFolders(): readonly FolderRef[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter((folder) => folder.uri.scheme === 'file')
    .map(({ uri, name }) => ({ uri: uri.toString(), path: uri.fsPath, name }));
}

export const onDidChangeFolders: Event<unknown> = (listener) =>
  vscode.workspace.onDidChangeWorkspaceFolders(listener);

/**
 * Returns the file, below `directory`, that stores which terminals of the workspace are open where;
 * undefined without a workspace. VS Code's own storage path of a workspace is not used: it differs
 * while an earlier window of the workspace still exists.
 */
export function findLayoutPath(directory: string): string | undefined {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  const opened = workspaceFile ? [workspaceFile] : workspaceFolders.map(({ uri }) => uri);
  if (opened.length === 0) {
    return undefined;
  }
  const name = createHash('sha256').update(opened.join('\n')).digest('hex').slice(0, 16);
  return join(directory, 'terminals', `${name}.json`);
}
