import { AdoptedTasks } from '../agents/ownership/adoptedTasks';
import type { FolderRef } from '../agents/agentService';
import type { AgentHooks } from '../agents/start/agentHooks';
import type { AgentSettings } from '../agents/start/agentSettings';
import { SessionAdoption } from '../agents/ownership/sessionAdoption';
import type { AdoptedConversation, SessionHolder } from '../agents/ownership/sessionHolder';
import type { SessionHandover } from '../agents/ownership/sessionHandover';
import type { StartPlanner } from '../agents/start/startPlanner';
import { TmuxAdoption } from '../agents/ownership/tmuxAdoption';
import { systemClock } from '../base/clock';
import type { DisposableStore } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import type { HostClient } from '../host/client/hostClient';
import type { ProviderDefinition } from '../providers/model/providerDefinition';
import type { SessionInfo } from '../pty/sessionService';
import type { WindowSessions } from '../pty/windowSessions';
import type { TmuxSessions } from '../pty/tmux/tmuxSessions';
import type { Leases } from '../ownership/leases';
import type { SessionMapStore } from '../tasks/sessionMapStore';
import type { TaskStore } from '../tasks/taskStore';

export interface AdoptionParts {
  readonly hostClient: HostConnection;
  readonly tmuxSessions: Pick<TmuxSessions, 'get' | 'survey'>;
  readonly sessions: WindowSessions;
  readonly holder: SessionHolder;
  readonly handover: SessionHandover;
  readonly hooks: AgentHooks;
  readonly leases: Leases;
  readonly map: Pick<SessionMapStore, 'get'>;
  readonly tasks: TaskStore;
  readonly planner: Pick<StartPlanner, 'placeOf'>;
  readonly providerOf: (session: SessionInfo) => ProviderDefinition | undefined;
  readonly settingsFor: (session: SessionInfo) => AgentSettings;
  readonly folders: () => readonly FolderRef[];
  /** Whether anybody has this window open. */
  readonly isWatched: () => Promise<boolean>;
  readonly notify: (notice: string) => void;
  readonly logger: Logger;
}

/** Makes what goes on with the sessions that outlived their window. */
export function createAdoption(parts: AdoptionParts, store: DisposableStore): SessionAdoption {
  const { planner, map, providerOf, settingsFor, logger } = parts;
  const handleError = (error: unknown): void =>
    logger.error('The task of a session that outlived its window is not kept for certain.', error);
  /** Learnt where its agent makes up the id, as at its start. */
  const conversationOf = (session: SessionInfo): AdoptedConversation => {
    const id = map.get(session.id)?.uuid;
    const provider = providerOf(session);
    const isLearnt =
      provider?.conversations.kind === 'byId' && provider.transcripts.kind !== 'none';
    return isLearnt
      ? { id, learnFrom: planner.placeOf(provider.id, settingsFor(session), session.workDir) }
      : { id };
  };
  const { hostClient, tmuxSessions } = parts;
  const inTmux = { ...parts, tmux: tmuxSessions, clock: systemClock };
  const tmux = store.add(new TmuxAdoption(inTmux));
  const find = findBeyond({ hostClient, tmux });
  const tasks = new AdoptedTasks({ ...parts, handleError });
  const deps = { ...parts, conversationOf, find, tasks, tmux, clock: systemClock };
  return store.add(new SessionAdoption(deps));
}

/** Has all that holds sessions beyond windows say which: tmux, then a session host, which may take its time. */
export function findBeyond({ hostClient, tmux }: BeyondParts): () => Promise<void> {
  return async () => {
    try {
      await tmux.findFree();
    } finally {
      // What one cannot say keeps nobody from asking the other.
      await findInHost(hostClient);
    }
  };
}

interface BeyondParts {
  readonly hostClient: HostConnection;
  readonly tmux: Pick<TmuxAdoption, 'findFree'>;
}

type HostConnection = Pick<HostClient, 'connect' | 'health' | 'onDidChangeHealth'>;

/**
 * Has a session host that runs say what it holds. One that does not respond may hold whatever is
 * remembered, so nothing is known before it does, or is gone.
 */
async function findInHost(host: HostConnection): Promise<void> {
  for (;;) {
    try {
      await host.connect();
      return;
    } catch (error) {
      if (host.health.state !== 'unresponsive') {
        throw error;
      }
    }
    await new Promise<void>((resolve) => {
      const waiting = host.onDidChangeHealth(() => {
        waiting.dispose();
        resolve();
      });
    });
  }
}
