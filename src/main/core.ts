import type { FolderRef } from '../agents/agentService';
import { createConversations } from '../agents/conversations/createConversations';
import { createAgents, type Agents } from '../agents/createAgents';
import { folderOfSession } from '../agents/folderOf';
import { Notices } from '../agents/notices';
import { createInput, type Input } from '../agents/prompts/createInput';
import { SessionProviders } from '../agents/sessionProviders';
import type { AgentSettings } from '../agents/start/agentSettings';
import { createPlanners } from '../agents/start/createPlanners';
import { createReconnector } from '../agents/start/createReconnector';
import { ownHomeOf, type MachineFacts } from '../agents/start/machineFacts';
import { readMachineFacts } from '../agents/start/readMachineFacts';
import { diskSshConfigs, listSshTargets } from '../agents/start/ssh/sshTargets';
import { TmuxPlanner } from '../agents/start/tmuxPlanner';
import { createTaskWorktrees } from '../agents/worktrees/createTaskWorktrees';
import type { TaskWorktrees } from '../agents/worktrees/taskWorktrees';
import type { UnansweredRequests } from '../api/auth/unansweredRequests';
import { createApi, type Api } from '../api/createApi';
import { createLocalServer } from '../api/createLocalServer';
import { createHooks } from '../api/hooks/createHooks';
import { systemClock as clock } from '../base/clock';
import type { Event } from '../base/event';
import type { DisposableStore } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { DiskTranscripts } from '../conversations/transcripts/diskTranscripts';
import { createDriver, type DriverParts } from '../driver/createDriver';
import { createSessions, type Sessions } from '../host/client/createSessions';
import type { HostLimits } from '../host/protocol/calls';
import { createMcp } from '../mcp/createMcp';
import { MCP } from '../mcp/mcpRoute';
import type { Tool } from '../mcp/tool';
import { createOwnership, type Ownership } from '../ownership/createOwnership';
import type { SessionHandover } from '../ownership/sessionHandover';
import type { SessionReconnector } from '../ownership/sessionReconnector';
import { BUILT_IN_PROVIDERS } from '../providers/catalog/builtInProviders';
import { ProviderRegistry } from '../providers/registry/providerRegistry';
import { findExecutable } from '../pty/shell/preflight';
import { createTmuxSessions, readTmuxVersion } from '../pty/tmux/createTmux';
import type { TmuxSessions } from '../pty/tmux/tmuxSessions';
import { TrustGuard } from '../pty/trustGuard';
import { createStatus } from '../status/createStatus';
import type { HookEvent } from '../status/sources/hookEvent';
import type { StatusService } from '../status/statusService';
import { createTasks } from '../tasks/createTasks';
import type { TaskRemoval } from '../tasks/taskRemoval';
import type { SessionMapStore } from '../tasks/sessionMapStore';
import type { TaskStore } from '../tasks/taskStore';
import { createShutdown } from './shutdown';

/** What the core needs from its environment: VS Code, a process without a window, or a test. */
export interface CoreEnvironment {
  /** VS Code's directory; empty if there is none. */
  readonly appRoot: string;
  /** VS Code's version. */
  readonly appVersion: string;
  /** The extension's own environment. */
  readonly env: MachineFacts['env'];
  readonly extensionPath: string;
  readonly folders: () => readonly FolderRef[];
  /** Whether a window of VS Code uses the core. Without one it holds no sessions: all are in the session host. */
  readonly hasWindow: boolean;
  readonly isTrusted: () => boolean;
  /**
   * Whether this process keeps its sessions when another one requests them without a person's command, and
   * takes over free ones. A window does while it is open: the extension host of a reloaded window may continue
   * to run. A process without a window does while one of `requests` is unanswered.
   */
  readonly mayKeepSessions: (requests: Pick<UnansweredRequests, 'count'>) => Promise<boolean>;
  /** The limits of each backend, read at each use. */
  readonly limits: () => HostLimits;
  readonly logger: Logger;
  /** The settings of a folder, or without a folder. */
  readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
  /** The directory of the tasks, the session map and the leases, which all windows share. */
  readonly storagePath: string;
  /** The extension's own version. */
  readonly version: string;
}

/** The parts without VS Code that the window, other extensions and tests use. */
export interface Core
  extends
    DriverParts,
    Omit<Agents, 'programs'>,
    Omit<Input, 'delivery'>,
    Pick<Ownership, 'leases'>,
    Pick<Sessions, 'hostClient' | 'hosting' | 'sessions'> {
  readonly api: Api;
  readonly taskRemoval: TaskRemoval;
  /** Installs the program `agent-terminals` and returns its path; undefined if it cannot be written. */
  readonly installCommandLine: () => Promise<string | undefined>;
  readonly handover: SessionHandover;
  /** The directory of the extension's files in the person's home: `~/.agent-terminals`. */
  readonly home: string;
  readonly map: SessionMapStore;
  readonly notices: Notices;
  readonly onDidReceiveHook: Event<HookEvent>;
  readonly reconnector: SessionReconnector;
  readonly registry: ProviderRegistry;
  /** Ends all sessions except those that outlive the window, and writes all state to disk. */
  readonly shutdown: (timeoutMs: number) => Promise<void>;
  /** The hosts that the person's SSH configuration lists. */
  readonly sshTargets: () => Promise<readonly string[]>;
  readonly status: StatusService;
  /** Stops the server of hooks and API, as a crash would. For tests. */
  readonly stopHooks: () => void;
  readonly tasks: TaskStore;
  readonly tmuxSessions: TmuxSessions;
  /** The tools of the MCP server. */
  readonly tools: readonly Tool[];
  readonly transcripts: DiskTranscripts;
  readonly version: string;
  readonly worktrees: TaskWorktrees;
}

/**
 * Creates all parts that work without VS Code, each before the parts that use it; `store` owns
 * them.
 */
export function createCore(environment: CoreEnvironment, store: DisposableStore): Core {
  const { appRoot, appVersion, env, extensionPath, folders, hasWindow } = environment;
  const { limits, logger, settingsOf, storagePath, version } = environment;
  const guard = new TrustGuard(environment.isTrusted);
  const facts = readMachineFacts({ appVersion, env, hasWindow });
  const { platform } = facts;
  const { home } = facts.user;
  const ownHome = ownHomeOf(facts);
  const registry = new ProviderRegistry(BUILT_IN_PROVIDERS);
  const notices = store.add(new Notices());
  const { notify } = notices;
  const { taskRemoval, map, ports, tasks } = createTasks({ logger, storagePath }, store);
  const providers = new SessionProviders({ folders, registry, settingsOf, tasks });
  const { cliOf, providerOf, settingsFor } = providers;

  const tmux = new TmuxPlanner({ clock, findExecutable, guard, machine: facts, readTmuxVersion });
  const server = () => tmux.findServer(settingsOf(undefined));
  const tmuxSessions = createTmuxSessions({ directory: tmux.directory, server });
  const { hostClient, hosting, isSuspended, sessions, source } = createSessions(
    {
      appRoot,
      env,
      extensionPath,
      guard,
      home: ownHome,
      isOfFolder: (session) => folderOfSession(session, folders()) !== undefined,
      limits,
      logger,
      tmuxSessions,
      usesHostOnly: !hasWindow,
      version,
      wrapInTmux: (spec) => tmux.wrap(spec, settingsOf(spec.folder)),
    },
    store,
  );
  const local = createLocalServer({ home: ownHome, logger }, store);
  const hooks = createHooks({ extensionPath, local, logger, platform, sessions }, store);
  const { agentHooks, installCommandLine, onDidReceiveHook } = hooks;

  const transcripts = new DiskTranscripts(home);
  const { leases, ownership } = createOwnership({ logger, sessions, storagePath }, store);
  const conversations = createConversations(
    {
      cliOf,
      hooks: agentHooks,
      mayKeepSessions: () => environment.mayKeepSessions(local.requests.limitAgents()),
      leases,
      logger,
      map,
      notify,
      onDidReceiveHook,
      ownership,
      providerOf,
      sessions,
      tasks,
      transcripts,
    },
    store,
  );
  const { closing, handover, keptOptions, resolver } = conversations;
  const planners = createPlanners({
    commandLine: installCommandLine,
    conversations: resolver,
    guard,
    hooks: agentHooks,
    keptOptions,
    machine: facts,
    logger,
    ports,
    registry,
    tmux,
  });
  const reconnector = createReconnector(
    {
      conversations,
      folders,
      hooks: agentHooks,
      mayKeepSessions: () => environment.mayKeepSessions(local.requests),
      leases,
      logger,
      map,
      notify,
      ownership,
      agentResolver: planners.agentResolver,
      providerOf,
      sessions,
      settingsFor,
      source,
      tasks,
    },
    store,
  );

  const status = createStatus(
    { env, home, logger, onDidReceiveHook, platform, providerOf, sessions, settingsFor },
    store,
  );
  const { answers, delivery, trust } = createInput({ notify, providerOf, sessions, status }, store);
  const { driver, modelChanger, models } = createDriver(
    {
      delivery,
      guard,
      home,
      map,
      onDidReceiveHook,
      agentResolver: planners.agentResolver,
      platform,
      providerOf,
      sessions,
      settingsFor,
      settingsOf,
      status,
      transcripts,
    },
    store,
  );
  const { agents, commandRuns, earlier, programs, ptys, resumePreviews } = createAgents({
    cliOf,
    conversations,
    delivery,
    folders,
    guard,
    home,
    hooks: agentHooks,
    leases,
    map,
    notify,
    planners,
    registry,
    sessions,
    settingsOf,
    tasks,
    tmuxSessions,
    transcripts,
  });
  const worktrees = createTaskWorktrees({ env, taskRemoval, guard, home, map, settingsOf, tasks });
  const api = createApi(
    {
      agents,
      answers,
      commandRuns,
      driver,
      earlier,
      folders,
      taskRemoval,
      hasWindow,
      install: installCommandLine,
      isElsewhere: (id) => reconnector.isElsewhere(id),
      isSuspended,
      logger,
      local,
      models,
      otherRoutes: [MCP],
      programs,
      registry,
      resumePreviews,
      sessions,
      settingsOf,
      status,
      tasks,
      trust,
      version,
      worktrees,
    },
    store,
  );
  return {
    agents,
    answers,
    api,
    commandRuns,
    driver,
    earlier,
    taskRemoval,
    handover,
    home: ownHome,
    hostClient,
    hosting,
    installCommandLine,
    leases,
    map,
    modelChanger,
    models,
    notices,
    onDidReceiveHook,
    ptys,
    reconnector,
    registry,
    resumePreviews,
    sessions,
    shutdown: createShutdown({ agentHooks, closing, leases, map, ownership, sessions, tasks }),
    sshTargets: () => listSshTargets(diskSshConfigs(home)),
    status,
    stopHooks: hooks.stop,
    tasks,
    tmuxSessions,
    tools: createMcp({ api, folders, logger, local, version }),
    transcripts,
    trust,
    version,
    worktrees,
  };
}
