import type { SessionReconnector } from '../../ownership/sessionReconnector';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { watchPersistence, type WatchPersistenceDeps } from './explainPersistence';
import { onDidChangeFolders } from './workspaceState';

export interface FollowWorkspaceDeps extends WatchPersistenceDeps {
  /** Where sessions outlive the window. */
  readonly hostClient: { refresh(): void };
  readonly reconnector: Pick<SessionReconnector, 'reconnectFree'>;
}

/** Explains what was chosen to hold sessions, tells the session host of the window's limits, and goes on with what it has for a folder that was added. */
export function followWorkspace(deps: FollowWorkspaceDeps): Disposable {
  const { hostClient, reconnector, settings } = deps;
  const store = new DisposableStore();
  store.add(watchPersistence(deps));
  store.add(settings.onDidChange(() => hostClient.refresh()));
  store.add(
    onDidChangeFolders(() => {
      hostClient.refresh();
      void reconnector.reconnectFree();
    }),
  );
  return store;
}
