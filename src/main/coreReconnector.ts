import type { FolderRef } from '../agents/agentService';
import type {
  RunningConversation,
  SessionConversations,
} from '../agents/conversations/sessionConversations';
import { folderOfSession } from '../agents/folderOf';
import type { AgentHooks } from '../agents/start/agentHooks';
import { SessionContinuation } from '../agents/start/sessionContinuation';
import type { AgentSettings } from '../agents/start/agentSettings';
import type { StartPlanner } from '../agents/start/startPlanner';
import { systemClock } from '../base/clock';
import type { DisposableStore } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import type { HostClient } from '../host/client/hostClient';
import { HostSource } from '../host/client/hostSource';
import type { Leases } from '../ownership/leases';
import type { SessionHandover } from '../ownership/sessionHandover';
import type { SessionOwnership } from '../ownership/sessionOwnership';
import { SessionReconnector } from '../ownership/sessionReconnector';
import type { ProviderDefinition } from '../providers/model/providerDefinition';
import type { SessionInfo } from '../pty/sessionService';
import type { TmuxSessions } from '../pty/tmux/tmuxSessions';
import { TmuxSource } from '../pty/tmux/tmuxSource';
import type { WindowSessions } from '../pty/windowSessions';
import { ReconnectedTasks } from '../tasks/reconnectedTasks';
import type { SessionMapStore } from '../tasks/sessionMapStore';
import type { TaskStore } from '../tasks/taskStore';

export interface ReconnectorParts {
  readonly hostClient: HostClient;
  readonly tmuxSessions: Pick<TmuxSessions, 'get' | 'survey'>;
  readonly sessions: WindowSessions;
  readonly ownership: SessionOwnership;
  readonly sessionConversations: SessionConversations;
  readonly handover: SessionHandover;
  readonly hooks: AgentHooks;
  readonly leases: Leases;
  readonly map: Pick<SessionMapStore, 'get'>;
  readonly tasks: TaskStore;
  readonly planner: Pick<StartPlanner, 'placeOf'>;
  readonly providerOf: (session: SessionInfo) => ProviderDefinition | undefined;
  readonly settingsFor: (session: SessionInfo) => AgentSettings;
  readonly folders: () => readonly FolderRef[];
  /** Whether a person has this window open. */
  readonly isWatched: () => Promise<boolean>;
  readonly notify: (notice: string) => void;
  readonly logger: Logger;
}

/** Creates what continues with the sessions that outlived their window. */
export function createReconnector(
  parts: ReconnectorParts,
  store: DisposableStore,
): SessionReconnector {
  const { sessions, ownership, leases, handover, hooks, isWatched, notify, logger } = parts;
  const { tmuxSessions, hostClient, sessionConversations, tasks, folders } = parts;
  const handleError = (error: unknown): void =>
    logger.error('The task of a session that outlived its window is not kept for certain.', error);
  const folderOf = (session: Pick<SessionInfo, 'folder' | 'workDir'>): string | undefined =>
    folderOfSession(session, folders())?.uri;
  const continuation = new SessionContinuation({
    sessions,
    claim: (session) => sessionConversations.reconnect(session, conversationOf(parts, session)),
    ownership,
    hooks,
    tasks: new ReconnectedTasks({ tasks, handleError }),
    folderOf,
    logger,
  });
  return store.add(
    new SessionReconnector({
      // A host may take its time.
      sources: [new TmuxSource(tmuxSessions, sessions), new HostSource(hostClient)],
      sessions,
      continueSession: (session) => continuation.continue(session),
      leases,
      handover,
      clearStrays: (isLiving) => hooks.clearStrays(isLiving),
      folderOf,
      isWatched,
      notify,
      clock: systemClock,
      logger,
    }),
  );
}

/** Learnt where its agent generates the id, as at its start. */
function conversationOf(
  { map, planner, providerOf, settingsFor }: ReconnectorParts,
  session: SessionInfo,
): RunningConversation {
  const id = map.get(session.id)?.uuid;
  const provider = providerOf(session);
  const isLearnt = provider?.conversations.kind === 'byId' && provider.transcripts.kind !== 'none';
  return isLearnt
    ? { id, learnFrom: planner.placeOf(provider.id, settingsFor(session), session.workDir) }
    : { id };
}
