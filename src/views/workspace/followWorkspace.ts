import type { SessionReconnector } from '../../ownership/sessionReconnector';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { watchPersistence, type WatchPersistenceDeps } from './explainPersistence';
import { onDidChangeFolders } from './workspaceState';

export interface FollowWorkspaceDeps extends WatchPersistenceDeps {
  /** The session host's client. */
  readonly hostClient: { refresh(): void };
  readonly reconnector: SessionReconnector;
}

/**
 * Explains changes of the setting `persistence`, sends changed limits to the session host, and
 * connects to surviving sessions of an added folder.
 */
export function followWorkspace(deps: FollowWorkspaceDeps): Disposable {
  const { hostClient, reconnector, settings } = deps;
  const store = new DisposableStore();
  store.add(watchPersistence(deps));
  store.add(settings.onDidChange(() => hostClient.refresh()));
  store.add(
    onDidChangeFolders(() => {
      hostClient.refresh();
      void reconnector.reconnectAll();
    }),
  );
  return store;
}
