import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import {
  FolderSnapshots,
  mayRunWithoutWindow,
  type SnapshotFacts,
} from '../../config/folderSnapshots';
import type { SettingsReader } from '../../config/settingsReader';
import type { SessionService } from '../../pty/sessionService';
import { listFolders, onDidChangeFolders } from './workspaceState';

/**
 * Stores the open folders with their settings for programs that run when no window is open, while
 * their sessions run in the session host and programs may drive them. A folder that is not trusted, or
 * for which a setting forbids it, is removed.
 */
export function keepFolderSnapshots(deps: {
  readonly facts: SnapshotFacts;
  /** The extension's directory in the person's home. */
  readonly home: string;
  readonly log: vscode.LogOutputChannel;
  readonly sessions: SessionService;
  readonly settings: SettingsReader;
}): Disposable {
  const { facts, home, log, sessions, settings } = deps;
  const handleError = (error: unknown): void =>
    log.error('A folder cannot be stored for programs that run without a window.', error);
  const snapshots = new FolderSnapshots({ facts, handleError, home });
  const store = new DisposableStore();
  const update = (): void => {
    const { isTrusted } = vscode.workspace;
    const open = listFolders().map((folder) => {
      const { settings: parsed, values } = settings.read(folder.uri);
      const isAllowed = mayRunWithoutWindow({ isTrusted, settings: parsed });
      return { folder, settings: values, isAllowed };
    });
    void snapshots.update(open);
  };
  store.add(onDidChangeFolders(update));
  store.add(settings.onDidChange(update));
  store.add(vscode.workspace.onDidGrantWorkspaceTrust(update));
  // A value of the workspace applies from when the person has confirmed it, which a start requests.
  store.add(sessions.onDidChange(({ type }) => type === 'created' && update()));
  update();
  return store;
}
