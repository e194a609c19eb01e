import { systemClock } from '../../base/clock';
import type { DisposableStore } from '../../base/lifecycle';
import { SessionReconnector } from '../../ownership/sessionReconnector';
import { SessionUses } from '../../ownership/sessionUses';
import type { SessionInfo } from '../../pty/sessionService';
import { ReconnectedTasks } from '../../tasks/reconnectedTasks';
import type { AgentsDeps } from '../agentsDeps';
import { folderOfSession } from '../folderRef';
import type { Conversations } from '../conversations/createConversations';
import { SessionContinuation } from './sessionContinuation';

export function createReconnector(
  deps: AgentsDeps,
  { handover, sessionConversations }: Conversations,
  store: DisposableStore,
) {
  const { hooks, leases, logger, map, ownership, sessions, tasks } = deps;
  const handleError = (error: unknown): void =>
    logger.error('The task of a session that outlived its window may not be stored.', error);
  const folderOf = (session: Pick<SessionInfo, 'folder' | 'workDir'>): string | undefined =>
    folderOfSession(session, deps.folders())?.uri;
  const continuation = new SessionContinuation({
    sessions,
    claim: (session) => sessionConversations.reconnect(session, map.get(session.id)?.uuid),
    ownership,
    hooks,
    tasks: new ReconnectedTasks({ tasks, handleError }),
    folderOf,
    logger,
  });
  const continueSession = (session: SessionInfo): Promise<SessionInfo | undefined> =>
    continuation.continue(session);
  const { hasWindow } = deps.machine;
  const reconnector = store.add(
    new SessionReconnector({
      source: deps.source,
      sessions,
      continueSession,
      leases,
      handover,
      removeStaleFiles: (isLiving) => hooks.removeStaleFiles(isLiving),
      folderOf,
      isWatched: deps.isWatched,
      notify: deps.notify,
      clock: systemClock,
      logger,
    }),
  );
  const uses = new SessionUses({ continueSession, handover, hasWindow, leases, sessions });
  return { reconnector, uses };
}
