import { systemClock } from '../../base/clock';
import type { DisposableStore } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import type { Leases } from '../../ownership/leases';
import type { SessionOwnership } from '../../ownership/sessionOwnership';
import { SessionReconnector } from '../../ownership/sessionReconnector';
import { SessionUses } from '../../ownership/sessionUses';
import type { SessionInfo } from '../../pty/sessionService';
import type { SessionSource } from '../../pty/sessionSource';
import type { WindowSessions } from '../../pty/windowSessions';
import { ReconnectedTasks } from '../../tasks/reconnectedTasks';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import type { TaskStore } from '../../tasks/taskStore';
import { folderOfSession, type FolderRef } from '../folderRef';
import type { Conversations } from '../conversations/createConversations';
import type { AgentHooks } from './agentHooks';
import type { MachineFacts } from './machineFacts';
import { SessionContinuation } from './sessionContinuation';

interface CreateReconnectorDeps {
  readonly conversations: Conversations;
  readonly folders: () => readonly FolderRef[];
  readonly hooks: AgentHooks;
  /** Whether a person has this window open. */
  readonly isWatched: () => Promise<boolean>;
  readonly leases: Leases;
  readonly logger: Logger;
  readonly machine: MachineFacts;
  readonly map: SessionMapStore;
  readonly notify: (notice: string) => void;
  readonly ownership: SessionOwnership;
  readonly sessions: WindowSessions;
  /** Where sessions outlive a window. */
  readonly source: SessionSource;
  readonly tasks: TaskStore;
}

export interface Reconnection {
  readonly reconnector: SessionReconnector;
  readonly uses: SessionUses;
}

/** Creates the parts that continue the sessions that outlived their window. */
export function createReconnector(
  deps: CreateReconnectorDeps,
  store: DisposableStore,
): Reconnection {
  const { conversations, sessions, ownership, hooks, leases } = deps;
  const { logger, machine, map, tasks, folders } = deps;
  const { handover, sessionConversations } = conversations;
  const handleError = (error: unknown): void =>
    logger.error('The task of a session that outlived its window may not be stored.', error);
  const folderOf = (session: Pick<SessionInfo, 'folder' | 'workDir'>): string | undefined =>
    folderOfSession(session, folders())?.uri;
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
  const { hasWindow } = machine;
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
