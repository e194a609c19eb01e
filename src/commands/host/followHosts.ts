import type { Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { SessionService } from '../../pty/sessionService';
import { followWorkspace, type FollowWorkspaceDeps } from '../../views/workspace/followWorkspace';
import type { HostHealth } from './describeSessionHost';
import { SessionHostWatch, type SessionHostWatchDeps } from './sessionHostWatch';

export interface FollowHostsDeps
  extends FollowWorkspaceDeps, Pick<SessionHostWatchDeps, 'commands' | 'log' | 'messages'> {
  readonly hostClient: FollowWorkspaceDeps['hostClient'] & {
    readonly onDidChangeHealth: Event<HostHealth>;
  };
  readonly sessions: Pick<SessionService, 'list' | 'onDidChange'>;
}

/** Tells what becomes of what holds sessions beyond the window, and that of what becomes of the window. */
export function followHosts(deps: FollowHostsDeps): Disposable {
  const store = new DisposableStore();
  const { onDidChangeHealth } = deps.hostClient;
  const onDidChangeSessions = deps.sessions.onDidChange;
  store.add(new SessionHostWatch({ ...deps, onDidChangeHealth, onDidChangeSessions }));
  store.add(followWorkspace(deps));
  return store;
}
