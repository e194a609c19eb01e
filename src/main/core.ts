import { folderOfSession, type FolderRef } from '../agents/folderRef';
import { createAgents } from '../agents/createAgents';
import { Notices } from '../agents/notices';
import type { PromptDelivery } from '../agents/prompts/promptDelivery';
import { SessionProviders } from '../agents/sessionProviders';
import type { AgentSettings } from '../agents/start/agentSettings';
import { ownHomeOf, type MachineFacts, readMachineFacts } from '../agents/start/machineFacts';
import { diskSshConfigs, listSshTargets } from '../agents/start/ssh/sshTargets';
import { TmuxPlanner } from '../agents/start/tmuxPlanner';
import { createApi } from '../api/createApi';
import { createLocalServer } from '../api/createLocalServer';
import { createHooks } from '../api/hooks/createHooks';
import { systemClock as clock } from '../base/clock';
import type { DisposableStore } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { DiskTranscripts } from '../conversations/transcripts/diskTranscripts';
import { createDriver } from '../driver/createDriver';
import { createSessions } from '../host/client/createSessions';
import type { HostLimits } from '../host/protocol/calls';
import { createMcp } from '../mcp/createMcp';
import { MCP } from '../mcp/mcpRoute';
import { createOperations } from '../operations/createOperations';
import { createOwnership } from '../ownership/createOwnership';
import { BUILT_IN_PROVIDERS } from '../providers/catalog/builtInProviders';
import { ProviderRegistry } from '../providers/registry/providerRegistry';
import { findExecutable } from '../pty/shell/preflight';
import { createTmuxSessions, readTmuxVersion } from '../pty/tmux/createTmux';
import { TrustGuard } from '../pty/trustGuard';
import { createReview } from '../review/createReview';
import { createStatus } from '../status/createStatus';
import type { StatusService } from '../status/statusService';
import { createTasks } from '../tasks/createTasks';

/** What the core needs from its environment: VS Code, a process without a window, or a test. */
export interface CoreEnvironment {
  /** VS Code's directory; empty if there is none. */
  readonly appRoot: string;
  /** VS Code's version. */
  readonly appVersion: string;
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
  readonly version: string;
}

/** The parts without VS Code that the window, other extensions and tests use. */
export type Core = ReturnType<typeof createCore>;

/**
 * Creates all parts that work without VS Code, each before the parts that use it; `store` owns
 * them.
 */
export function createCore(environment: CoreEnvironment, store: DisposableStore) {
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
      notify,
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
  const status: StatusService = createStatus(
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
    storagePath,
    taskRemoval,
    tasks,
    tmux,
    tmuxSessions,
    transcripts,
    version,
  };
  const agents = createAgents(core, store);
  const { driver, modelChanger, models } = createDriver(core, agents, store);
  const review = createReview(core, agents, driver, store);
  const delivery: Pick<PromptDelivery, 'interrupt' | 'send'> = agents.delivery;
  const operations = createOperations(core, agents, { driver, models, review }, store);
  const api = createApi({ core, operations, otherRoutes: [MCP] }, store);
  return {
    answers: agents.answers,
    api,
    commandRuns: agents.commandRuns,
    commits: agents.commits,
    delivery,
    driver,
    earlier: agents.earlier,
    handover: agents.handover,
    /** The directory of the extension's files in the person's home: `~/.agent-terminals`. */
    home: ownHome,
    hostClient,
    hosting,
    installCommandLine,
    keptOptions: agents.keptOptions,
    landings: agents.landings,
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
    review,
    sessions,
    shutdown: async (timeoutMs: number) => {
      await Promise.all([agents.shutdown(timeoutMs), review.flush()]);
    },
    /** The hosts that the person's SSH configuration lists. */
    sshTargets: () => listSshTargets(diskSshConfigs(home)),
    status,
    /** Stops the server of hooks and API, as a crash would. For tests. */
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
