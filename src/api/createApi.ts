import { hostname } from 'node:os';
import type { Agents } from '../agents/createAgents';
import type { FolderRef } from '../agents/folderRef';
import type { AgentSettings } from '../agents/start/agentSettings';
import { systemClock } from '../base/clock';
import { Emitter, type Event } from '../base/event';
import type { DisposableStore } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import type { Driver } from '../driver/driver';
import type { Models } from '../driver/models/models';
import type { ProviderRegistry } from '../providers/registry/providerRegistry';
import { UNKNOWN_FACTS } from '../providers/registry/unknownProvider';
import { parsePtyId } from '../pty/ptyId';
import { AGENT_END_EVENTS, type SessionInfo, type SessionService } from '../pty/sessionService';
import type { StatusService } from '../status/statusService';
import type { TaskRemoval } from '../tasks/taskRemoval';
import type { TaskStore } from '../tasks/taskStore';
import { ApiTokens } from './auth/apiTokens';
import { Authenticator } from './auth/authenticator';
import { Connections } from './auth/connections';
import { SessionScope } from './auth/sessionScope';
import type { LocalServer } from './createLocalServer';
import { WindowApi } from './home/windowApi';
import { addHttpRoutes } from './http/httpRoutes';
import type { RouteFacts } from './http/route';
import { AgentAnswers } from './sessions/agentAnswers';
import { AgentInterrupts } from './sessions/agentInterrupts';
import { EventFeed } from './sessions/eventFeed';
import { LineFeed, type OutputLine } from './sessions/lineFeed';
import { SessionCreation, type ShownSession } from './sessions/sessionCreation';
import { SessionForks } from './sessions/sessionForks';
import { SessionOperations, type SessionOperationsDeps } from './sessions/sessionOperations';
import { SessionWait } from './sessions/sessionWait';
import { StartDirectories } from './sessions/startDirectories';
import { StartTasks } from './sessions/startTasks';
import { StoredConversations } from './sessions/storedConversations';
import { WorktreeTasks } from './sessions/worktreeTasks';
import { LiveSockets } from './sockets/liveSockets';
import { SocketRoutes } from './sockets/socketRoutes';

interface ApiDeps {
  readonly agents: Agents;
  readonly core: {
    readonly folders: () => readonly FolderRef[];
    /** Whether a window of VS Code has the sessions. */
    readonly hasWindow: boolean;
    /** Installs the programs that call the API. Never rejects. */
    readonly installCommandLine: () => Promise<unknown>;
    readonly isSuspended: (session: SessionInfo) => boolean;
    readonly local: LocalServer;
    readonly logger: Logger;
    readonly registry: ProviderRegistry;
    readonly sessions: SessionService;
    readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
    readonly status: StatusService;
    readonly taskRemoval: TaskRemoval;
    readonly tasks: TaskStore;
    /** The version of the extension. */
    readonly version: string;
  };
  readonly driver: Driver;
  readonly models: Models;
  /** Routes that other rooms serve; listed in `openapi.json`. */
  readonly otherRoutes: readonly RouteFacts[];
}

export interface Api {
  readonly connections: Connections;
  /** The lines that sessions print, read only while someone listens. */
  readonly onDidReadLine: Event<OutputLine>;
  readonly onDidRequestShow: Event<ShownSession>;
  readonly operations: SessionOperations;
  readonly window: WindowApi;
}

/** Creates the API on the window's server. Programs can use it after the first `window.update`. */
export function createApi(deps: ApiDeps, store: DisposableStore): Api {
  const { folders, local, logger, sessions, settingsOf, status, version } = deps.core;
  const clock = systemClock;
  const scope = createScope(deps);
  const tokens = createTokens(deps.core, scope);
  local.proveTokens(() => tokens.all());
  const isEnabled = (): boolean => settingsOf(undefined)['api.enabled'];
  const { wrongTokens } = local;
  const authenticator = new Authenticator({ tokens, isEnabled, wrongTokens });
  const connections = new Connections(authenticator);
  // After these events the token of the agent is not valid in this window.
  store.add(sessions.onDidChange(({ type }) => AGENT_END_EVENTS.has(type) && connections.review()));
  const didRequestShow = store.add(new Emitter<ShownSession>());
  const operations = createOperations(deps, scope, (shown) => didRequestShow.fire(shown));
  const lines = store.add(new LineFeed(sessions, clock));
  const feed = new EventFeed({ sessions, status, scope, lines });
  const http = {
    bodyBytes: local.limits.bodyBytes,
    clock,
    connections,
    feed,
    others: deps.otherRoutes,
    operations,
    version,
  };
  local.server.addRoutes((added) => addHttpRoutes(added, http));
  const sockets = store.add(new LiveSockets(local.limits, clock));
  const routes = new SocketRoutes({
    connections,
    scope,
    operations,
    feed,
    sockets,
    sessions,
    clock,
  });
  local.server.upgrade = (upgrade) => routes.open(upgrade);
  const window = store.add(
    new WindowApi({
      connections,
      folders,
      home: local.home,
      hostname: hostname(),
      install: deps.core.installCommandLine,
      isEnabled,
      logger,
      server: local.server,
      tcp: () => settingsOf(undefined)['api.tcp'],
      tokens,
      version,
    }),
  );
  return {
    connections,
    onDidReadLine: lines.onDidRead,
    onDidRequestShow: didRequestShow.event,
    operations,
    window,
  };
}

function createScope(deps: ApiDeps): SessionScope {
  const { folders, hasWindow, isSuspended, sessions, status, tasks } = deps.core;
  const { reconnector } = deps.agents;
  return new SessionScope({
    folders,
    hasWindow,
    isArriving: (id) => reconnector.isArriving(id),
    isElsewhere: (id) => reconnector.isElsewhere(id),
    isSuspended,
    sessions,
    status,
    tasks,
  });
}

function createTokens(
  { folders, local, sessions, settingsOf }: ApiDeps['core'],
  scope: SessionScope,
): ApiTokens {
  return new ApiTokens({
    agents: local.driveTokens,
    agentsMayDrive: () => settingsOf(undefined).agentsMayDrive,
    folderOf: (ptyId) => {
      const session = sessions.get(ptyId);
      return session && scope.folderOf(session);
    },
    folders,
    hooks: local.hookTokens,
    sessions,
  });
}

/** The parts that start sessions. */
function createStarts(
  deps: ApiDeps,
  scope: SessionScope,
  show: (shown: ShownSession) => void,
): Pick<SessionOperationsDeps, 'conversations' | 'creation' | 'forks'> {
  const { folders, hasWindow, registry, sessions, settingsOf, taskRemoval, tasks } = deps.core;
  const { commandRuns, earlier, launcher, programs, reconnector } = deps.agents;
  const { resumePreviews, trust, worktrees } = deps.agents;
  const isElsewhere = (id: string) => !sessions.has(id) && reconnector.isElsewhere(id);
  const directories = new StartDirectories({ folders, hasWindow, tasks });
  const worktreeTasks = new WorktreeTasks({
    commandRuns,
    directories,
    sessions,
    settingsOf,
    tasks,
    worktrees,
  });
  const startTasks = new StartTasks({ directories, folders, settingsOf, tasks, worktreeTasks });
  const creation = new SessionCreation({
    directories,
    launcher,
    startTasks,
    programs,
    registry,
    sessions,
    settingsOf,
    show,
    tasks,
    trust,
  });
  const forks = new SessionForks({
    directories,
    folders,
    launcher,
    taskRemoval,
    isElsewhere,
    scope,
    sessions,
    tasks,
    worktreeTasks,
  });
  const conversations = new StoredConversations({
    directories,
    earlier,
    folders,
    isElsewhere,
    launcher,
    startTasks,
    registry,
    resumePreviews,
    scope,
    sessions,
    settingsOf,
    show,
    tasks,
  });
  return { conversations, creation, forks };
}

function createOperations(
  deps: ApiDeps,
  scope: SessionScope,
  show: (shown: ShownSession) => void,
): SessionOperations {
  const { driver, models } = deps;
  const { registry, sessions, settingsOf, status } = deps.core;
  const { answers, delivery, providerChecks, uses } = deps.agents;
  const { conversations, creation, forks } = createStarts(deps, scope, show);
  const waits = new SessionWait({ sessions, status, scope, clock: systemClock });
  return new SessionOperations({
    answers: new AgentAnswers({ answers, status }),
    conversations,
    creation,
    delivery,
    driver,
    fileMarksOf: ({ id, folder }) => {
      const { providers } = settingsOf(folder ?? undefined);
      const provider = registry.find(parsePtyId(id)?.providerId ?? '', providers);
      return (provider ?? UNKNOWN_FACTS).fileMarks;
    },
    forks,
    interrupts: new AgentInterrupts(sessions, status),
    models,
    providerChecks,
    scope,
    sessions,
    uses,
    waits,
  });
}
