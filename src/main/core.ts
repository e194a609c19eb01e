import { folderOfSession, type FolderRef } from '../agents/folderRef';
import { createAgents, type Agents } from '../agents/createAgents';
import { Notices } from '../agents/notices';
import type { PromptDelivery } from '../agents/prompts/promptDelivery';
import { SessionProviders } from '../agents/sessionProviders';
import type { AgentSettings } from '../agents/start/agentSettings';
import { ownHomeOf, type MachineFacts } from '../agents/start/machineFacts';
import { readMachineFacts } from '../agents/start/readMachineFacts';
import { diskSshConfigs, listSshTargets } from '../agents/start/ssh/sshTargets';
import { TmuxPlanner } from '../agents/start/tmuxPlanner';
import { createApi, type Api } from '../api/createApi';
import { createLocalServer } from '../api/createLocalServer';
import { createHooks, type Hooks } from '../api/hooks/createHooks';
import { systemClock as clock } from '../base/clock';
import type { DisposableStore } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { DiskTranscripts } from '../conversations/transcripts/diskTranscripts';
import { createDriver, type DriverParts } from '../driver/createDriver';
import { createSessions, type Sessions } from '../host/client/createSessions';
import type { HostLimits } from '../host/protocol/calls';
import { createMcp } from '../mcp/createMcp';
import { MCP } from '../mcp/mcpRoute';
import type { Tool } from '../mcp/tool';
import { createOperations, type OperationParts } from '../operations/createOperations';
import { createOwnership, type Ownership } from '../ownership/createOwnership';
import { BUILT_IN_PROVIDERS } from '../providers/catalog/builtInProviders';
import { ProviderRegistry } from '../providers/registry/providerRegistry';
import { findExecutable } from '../pty/shell/preflight';
import { createTmuxSessions, readTmuxVersion } from '../pty/tmux/createTmux';
import type { TmuxSessions } from '../pty/tmux/tmuxSessions';
import { TrustGuard } from '../pty/trustGuard';
import { createStatus } from '../status/createStatus';
import type { StatusService } from '../status/statusService';
import { createTasks, type Tasks } from '../tasks/createTasks';

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
   * Whether a person has this window open, which then keeps its sessions and takes over free ones. The
   * extension host of a reloaded window may continue to run.
   */
  readonly isWatched: () => Promise<boolean>;
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
    Omit<Agents, 'agentResolver' | 'delivery' | 'programs' | 'uses'>,
    Pick<Hooks, 'installCommandLine' | 'onDidReceiveHook'>,
    Pick<Ownership, 'leases'>,
    Pick<Sessions, 'hostClient' | 'hosting' | 'sessions'>,
    Omit<Tasks, 'ports'> {
  readonly api: Api;
  readonly delivery: Pick<PromptDelivery, 'interrupt' | 'send'>;
  /** The directory of the extension's files in the person's home: `~/.agent-terminals`. */
  readonly home: string;
  readonly notices: Notices;
  readonly operations: OperationParts;
  readonly registry: ProviderRegistry;
  /** The hosts that the person's SSH configuration lists. */
  readonly sshTargets: () => Promise<readonly string[]>;
  readonly status: StatusService;
  /** Stops the server of hooks and API, as a crash would. For tests. */
  readonly stopHooks: () => void;
  readonly tmuxSessions: TmuxSessions;
  /** The tools of the MCP server. */
  readonly tools: readonly Tool[];
  readonly transcripts: DiskTranscripts;
  readonly version: string;
}

/**
 * Creates all parts that work without VS Code, each before the parts that use it; `store` owns
 * them.
 */
export function createCore(environment: CoreEnvironment, store: DisposableStore): Core {
  const { appRoot, appVersion, env, extensionPath, folders, hasWindow } = environment;
  const { limits, logger, settingsOf, storagePath, version } = environment;
  const guard = new TrustGuard(environment.isTrusted);
  const machine = readMachineFacts({ appVersion, env, hasWindow });
  const { platform, user } = machine;
  const { home } = user;
  const ownHome = ownHomeOf(machine);
  const registry = new ProviderRegistry(BUILT_IN_PROVIDERS);
  const notices = store.add(new Notices());
  const { notify } = notices;
  const { taskRemoval, map, ports, tasks } = createTasks({ logger, notify, storagePath }, store);
  const providers = new SessionProviders({ folders, registry, settingsOf, tasks });
  const { providerOf, settingsFor } = providers;
  const tmux = new TmuxPlanner({ clock, findExecutable, guard, machine, readTmuxVersion });
  const server = () => tmux.findServer(settingsOf(undefined));
  const tmuxSessions = createTmuxSessions({ directory: tmux.directory, server });
  const { hostClient, hosting, isSuspended, sessions, source } = createSessions(
    {
      appRoot,
      env,
      extensionPath,
      guard,
      hasWindow,
      home: ownHome,
      isOfFolder: (session) => folderOfSession(session, folders()) !== undefined,
      limits,
      logger,
      tmuxSessions,
      version,
      wrapInTmux: (spec) => tmux.wrap(spec, settingsOf(spec.folder)),
    },
    store,
  );
  const local = createLocalServer({ home: ownHome, logger }, store);
  const hooks = createHooks({ extensionPath, local, logger, platform, sessions }, store);
  const { installCommandLine, onDidReceiveHook } = hooks;

  const { leases, ownership } = createOwnership(
    { hasWindow, logger, sessions, storagePath },
    store,
  );
  const status = createStatus(
    { env, home, logger, onDidReceiveHook, platform, providerOf, sessions, settingsFor },
    store,
  );
  const transcripts = new DiskTranscripts(home);
  // The core so far: each room above takes what its type names.
  const core = {
    cliOf: providers.cliOf,
    folders,
    guard,
    hasWindow,
    hooks: hooks.agentHooks,
    installCommandLine,
    isSuspended,
    isWatched: environment.isWatched,
    leases,
    local,
    logger,
    machine,
    map,
    notify,
    onDidReceiveHook,
    ownership,
    ports,
    providerOf,
    registry,
    sessions,
    settingsFor,
    settingsOf,
    source,
    status,
    taskRemoval,
    tasks,
    tmux,
    tmuxSessions,
    transcripts,
    version,
  };
  const agents = createAgents(core, store);
  const { driver, modelChanger, models } = createDriver(core, agents, store);
  const operations = createOperations(core, agents, { driver, models }, store);
  const api = createApi({ core, operations, otherRoutes: [MCP] }, store);
  return {
    answers: agents.answers,
    api,
    commandRuns: agents.commandRuns,
    delivery: agents.delivery,
    driver,
    earlier: agents.earlier,
    handover: agents.handover,
    home: ownHome,
    hostClient,
    hosting,
    installCommandLine,
    keptOptions: agents.keptOptions,
    launcher: agents.launcher,
    leases,
    map,
    modelChanger,
    models,
    notices,
    onDidReceiveHook,
    operations,
    providerChecks: agents.providerChecks,
    ptys: agents.ptys,
    reconnector: agents.reconnector,
    registry,
    resumePreviews: agents.resumePreviews,
    sessions,
    shutdown: agents.shutdown,
    sshTargets: () => listSshTargets(diskSshConfigs(home)),
    status,
    stopHooks: hooks.stop,
    taskRemoval,
    tasks,
    tmuxSessions,
    tools: createMcp(core, api, operations),
    transcripts,
    trust: agents.trust,
    version,
    worktrees: agents.worktrees,
  };
}
