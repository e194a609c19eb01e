import { systemClock } from '../../base/clock';
import type { DisposableStore } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import type { Leases } from '../../ownership/leases';
import type { SessionOwnership } from '../../ownership/sessionOwnership';
import { SessionReconnector } from '../../ownership/sessionReconnector';
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
  readonly conversations: Pick<Conversations, 'handover' | 'sessionConversations'>;
  readonly folders: () => readonly FolderRef[];
  readonly hooks: AgentHooks;
  /**
   * Whether this process takes over sessions that no window keeps, after the start: none owns them, or
   * their owner offers them.
   */
  readonly mayTakeFree: () => Promise<boolean>;
  readonly leases: Leases;
  readonly logger: Logger;
  readonly machine: Pick<MachineFacts, 'hasWindow'>;
  readonly map: Pick<SessionMapStore, 'get'>;
  readonly notify: (notice: string) => void;
  readonly ownership: SessionOwnership;
  readonly sessions: WindowSessions;
  /** Where sessions outlive a window. */
  readonly source: SessionSource;
  readonly tasks: TaskStore;
}

/** Creates the part that continues the sessions that outlived their window. */
export function createReconnector(
  deps: CreateReconnectorDeps,
  store: DisposableStore,
): SessionReconnector {
  const { conversations, sessions, ownership, hooks, logger, machine, map, tasks, folders } = deps;
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
  return store.add(
    new SessionReconnector({
      source: deps.source,
      sessions,
      continueSession: (session) => continuation.continue(session),
      leases: deps.leases,
      handover,
      // A process without a window lists no sessions in tmux, whose hook files must stay.
      removeStaleFiles: async (isLiving) => {
        await (machine.hasWindow && hooks.removeStaleFiles(isLiving));
      },
      folderOf,
      mayTakeFree: deps.mayTakeFree,
      notify: deps.notify,
      clock: systemClock,
      logger,
    }),
  );
}
