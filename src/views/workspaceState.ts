import * as vscode from 'vscode';
import type { FolderRef } from '../agents/agentService';
import type { Event } from '../base/event';
import type { WorkspaceState } from './workspaceGuard';

/** What VS Code says of the window's workspace now. */
export function readWorkspaceState(): WorkspaceState {
  const all = vscode.workspace.workspaceFolders ?? [];
  const virtual = all.filter((folder) => folder.uri.scheme !== 'file');
  return {
    folders: listFolders(),
    virtualSchemes: virtual.map((folder) => folder.uri.scheme),
    isTrusted: vscode.workspace.isTrusted,
  };
}

/** The workspace folders that are on this machine, in their order. */
export function listFolders(): readonly FolderRef[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter((folder) => folder.uri.scheme === 'file')
    .map(({ uri, name }) => ({ uri: uri.toString(), path: uri.fsPath, name }));
}

export const onDidChangeFolders: Event<unknown> = (listener) =>
  vscode.workspace.onDidChangeWorkspaceFolders(listener);
