import type { SessionAdoption } from '../../agents/ownership/sessionAdoption';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { watchPersistence, type WatchPersistenceDeps } from './explainPersistence';
import { onDidChangeFolders } from './workspaceState';

export interface FollowWorkspaceDeps extends WatchPersistenceDeps {
  /** Where sessions outlive the window. */
  readonly hostClient: { refresh(): void };
  readonly adoption: Pick<SessionAdoption, 'look'>;
}

/** Explains what was chosen to hold sessions, tells the session host of the window's limits, and goes on with what it has for a folder that was added. */
export function followWorkspace(deps: FollowWorkspaceDeps): Disposable {
  const { hostClient, adoption, settings } = deps;
  const store = new DisposableStore();
  store.add(watchPersistence(deps));
  store.add(settings.onDidChange(() => hostClient.refresh()));
  store.add(
    onDidChangeFolders(() => {
      hostClient.refresh();
      void adoption.look();
    }),
  );
  return store;
}
