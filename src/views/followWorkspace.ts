import type { SessionAdoption } from '../agents/sessionAdoption';
import type { Event } from '../base/event';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import { onDidChangeFolders } from './workspaceState';

export interface FollowWorkspaceDeps {
  /** Where sessions outlive the window. */
  readonly hostClient: { refresh(): void };
  readonly adoption: Pick<SessionAdoption, 'look'>;
  readonly onDidChangeSettings: Event<unknown>;
}

/** Tells the session host of the window's limits, and goes on with what it has for a folder that was added. */
export function followWorkspace(deps: FollowWorkspaceDeps): Disposable {
  const { hostClient, adoption, onDidChangeSettings } = deps;
  const store = new DisposableStore();
  store.add(onDidChangeSettings(() => hostClient.refresh()));
  store.add(
    onDidChangeFolders(() => {
      hostClient.refresh();
      void adoption.look();
    }),
  );
  return store;
}
