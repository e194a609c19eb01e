import type { Event } from '../base/event';
import type { DisposableStore } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import type { DiskTranscripts } from '../conversations/transcripts/diskTranscripts';
import type { Ownership } from '../ownership/createOwnership';
import type { SessionHandover } from '../ownership/sessionHandover';
import type { ProviderRegistry } from '../providers/registry/providerRegistry';
import type { SessionSource } from '../pty/sessionSource';
import type { TmuxSessions } from '../pty/tmux/tmuxSessions';
import type { TrustGuard } from '../pty/trustGuard';
import type { WindowSessions } from '../pty/windowSessions';
import type { HookEvent } from '../status/sources/hookEvent';
import type { StatusService } from '../status/statusService';
import type { PortRanges } from '../tasks/portRanges';
import type { SessionMapStore } from '../tasks/sessionMapStore';
import type { TaskRemoval } from '../tasks/taskRemoval';
import type { TaskStore } from '../tasks/taskStore';
import type { FolderRef } from './folderRef';
import { createConversations, type Conversations } from './conversations/createConversations';
import { createShutdown } from './createShutdown';
import { createStarts, type Starts } from './createStarts';
import type { KeptOptions } from './options/keptOptions';
import { createInput, type Input } from './prompts/createInput';
import type { SessionProviders } from './sessionProviders';
import type { AgentHooks } from './start/agentHooks';
import type { AgentResolver } from './start/agentResolver';
import type { AgentSettings } from './start/agentSettings';
import { createPlanners, type Planners } from './start/createPlanners';
import { createReconnector, type Reconnection } from './start/createReconnector';
import type { MachineFacts } from './start/machineFacts';
import type { ProviderChecks } from './start/providerChecks';
import type { TmuxPlanner } from './start/tmuxPlanner';
import { createTaskWorktrees } from './worktrees/createTaskWorktrees';
import type { TaskWorktrees } from './worktrees/taskWorktrees';

interface AgentsDeps extends Ownership {
  /** The path of the program `agent-terminals`; undefined if it cannot be installed. */
  readonly commandLine: () => Promise<string | undefined>;
  readonly folders: () => readonly FolderRef[];
  readonly guard: TrustGuard;
  readonly hooks: AgentHooks;
  /** Whether a person has this window open. */
  readonly isWatched: () => Promise<boolean>;
  readonly logger: Logger;
  readonly machine: MachineFacts;
  readonly map: SessionMapStore;
  /** Shows the person one sentence. */
  readonly notify: (message: string) => void;
  readonly onDidReceiveHook: Event<HookEvent>;
  readonly ports: PortRanges;
  readonly providers: SessionProviders;
  readonly registry: ProviderRegistry;
  readonly sessions: WindowSessions;
  readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
  /** Where sessions outlive a window. */
  readonly source: SessionSource;
  readonly status: StatusService;
  readonly taskRemoval: TaskRemoval;
  readonly tasks: TaskStore;
  readonly tmux: TmuxPlanner;
  readonly tmuxSessions: TmuxSessions;
  readonly transcripts: DiskTranscripts;
}

/** What other rooms use of agents: their starts, conversations, input, worktrees and reconnection. */
export interface Agents extends Starts, Input, Reconnection {
  readonly agentResolver: AgentResolver;
  readonly keptOptions: Pick<KeptOptions, 'keepModel'>;
  readonly providerChecks: ProviderChecks;
  readonly handover: Pick<SessionHandover, 'isInUse' | 'whenUnused'>;
  /** Ends all sessions except those that outlive the window, and writes all state to disk. */
  readonly shutdown: (timeoutMs: number) => Promise<void>;
  readonly worktrees: TaskWorktrees;
}

/** Creates all parts that start agents, type into them and continue them, each before its users. */
export function createAgents(deps: AgentsDeps, store: DisposableStore): Agents {
  const { folders, guard, hooks, leases, machine, map, notify, ownership } = deps;
  const { registry, sessions, settingsOf, status, taskRemoval, tasks, transcripts } = deps;
  const { cliOf, providerOf } = deps.providers;
  const { home } = machine.user;
  const conversations = createConversationParts(deps, store);
  const planners = createPlannerParts(deps, conversations);
  const { reconnector, uses } = createReconnectorPart(deps, conversations, store);
  const { answers, delivery, trust } = createInput({ notify, providerOf, sessions, status }, store);
  const starts = createStarts({
    cliOf,
    conversations,
    delivery,
    folders,
    guard,
    home,
    hooks,
    leases,
    map,
    notify,
    planners,
    registry,
    sessions,
    settingsOf,
    tasks,
    tmuxSessions: deps.tmuxSessions,
    transcripts,
  });
  const { closing, keptOptions } = conversations;
  const worktrees = createTaskWorktrees({ guard, machine, map, settingsOf, taskRemoval, tasks });
  return {
    agentResolver: planners.agentResolver,
    answers,
    commandRuns: starts.commandRuns,
    delivery,
    earlier: starts.earlier,
    handover: conversations.handover,
    keptOptions,
    launcher: starts.launcher,
    programs: starts.programs,
    providerChecks: planners.providerChecks,
    ptys: starts.ptys,
    reconnector,
    resumePreviews: starts.resumePreviews,
    shutdown: createShutdown({
      closing,
      hooks,
      leases,
      map,
      ownership,
      sessions,
      tasks,
      worktrees,
    }),
    trust,
    uses,
    worktrees,
  };
}

function createConversationParts(deps: AgentsDeps, store: DisposableStore): Conversations {
  const { hooks, leases, logger, map, notify, onDidReceiveHook } = deps;
  const { ownership, providers, sessions, tasks, transcripts } = deps;
  return createConversations(
    {
      cliOf: providers.cliOf,
      hooks,
      isWatched: deps.isWatched,
      leases,
      logger,
      map,
      notify,
      onDidReceiveHook,
      ownership,
      providerOf: providers.providerOf,
      sessions,
      tasks,
      transcripts,
    },
    store,
  );
}

function createPlannerParts(deps: AgentsDeps, { keptOptions, resolver }: Conversations): Planners {
  const { commandLine, guard, hooks, logger, machine, ports, registry, settingsOf, tmux } = deps;
  return createPlanners({
    commandLine,
    conversations: resolver,
    guard,
    hooks,
    keptOptions,
    logger,
    machine,
    ports,
    registry,
    settingsOf,
    tmux,
  });
}

function createReconnectorPart(
  deps: AgentsDeps,
  conversations: Conversations,
  store: DisposableStore,
): Reconnection {
  const { folders, hooks, leases, logger, machine, map, notify, ownership } = deps;
  const { sessions, source, tasks } = deps;
  return createReconnector(
    {
      conversations,
      folders,
      hooks,
      isWatched: deps.isWatched,
      leases,
      logger,
      machine,
      map,
      notify,
      ownership,
      sessions,
      source,
      tasks,
    },
    store,
  );
}
