import { hostname } from 'node:os';
import type { CommandRuns } from '../agents/start/commandRuns';
import { ProgramStarts, type ProgramStartsDeps } from '../agents/start/programStarts';
import type { AgentService, FolderRef } from '../agents/agentService';
import type { AgentSettings } from '../agents/start/agentSettings';
import type { AnswerService } from '../agents/dialogs/answerService';
import type { TaskWorktrees } from '../agents/worktrees/taskWorktrees';
import type { TrustAnswers } from '../agents/dialogs/trustAnswers';
import { ApiTokens } from '../api/auth/apiTokens';
import { EventFeed } from '../api/sessions/eventFeed';
import { Authenticator } from '../api/auth/authenticator';
import { addHttpRoutes } from '../api/http/httpRoutes';
import { LineFeed } from '../api/sessions/lineFeed';
import { LiveSockets } from '../api/sockets/liveSockets';
import { SessionCreation, type ShownSession } from '../api/sessions/sessionCreation';
import { SessionForks } from '../api/sessions/sessionForks';
import { SessionScope } from '../api/auth/sessionScope';
import { SessionVerbs } from '../api/sessions/sessionVerbs';
import { SessionWait } from '../api/sessions/sessionWait';
import { SocketRoutes } from '../api/sockets/socketRoutes';
import { StartPlaces } from '../api/sessions/startPlaces';
import { Connections } from '../api/auth/connections';
import { WindowApi } from '../api/home/windowApi';
import { systemClock } from '../base/clock';
import { Emitter } from '../base/event';
import type { DisposableStore } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import type { createHooks } from './coreHooks';
import type { Driver } from '../driver/driver';
import type { Models } from '../driver/models';
import { createAgentTools } from '../mcp/agentTools';
import { addMcpRoute, MCP } from '../mcp/mcpRoute';
import { RunningCalls } from '../mcp/runningCalls';
import type { ProviderRegistry } from '../providers/registry/providerRegistry';
import type { SessionInfo, SessionService } from '../pty/sessionService';
import type { StatusService } from '../status/statusService';
import type { TaskStore } from '../tasks/taskStore';

/** What the settings and the extension say of the API. */
export interface ApiHost {
  /** The extension's own version. */
  readonly version: string;
}

export interface ApiParts extends ApiHost, Omit<ProgramStartsDeps, 'sessions'> {
  readonly loopback: ReturnType<typeof createHooks>['loopback'];
  readonly logger: Logger;
  readonly agents: AgentService;
  readonly answers: AnswerService;
  readonly trust: TrustAnswers;
  readonly commandRuns: CommandRuns;
  readonly driver: Driver;
  readonly models: Models;
  readonly registry: ProviderRegistry;
  readonly sessions: SessionService;
  readonly isSuspended: (session: SessionInfo) => boolean;
  readonly status: StatusService;
  readonly tasks: TaskStore;
  readonly worktrees: TaskWorktrees;
  readonly folders: () => readonly FolderRef[];
  readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
  readonly isAlive: (pid: number) => boolean;
}

/** Makes what programs drive the window's sessions by: it answers once `update` was called. */
export function createApi(parts: ApiParts, store: DisposableStore) {
  const { loopback, sessions, status, folders, logger, version } = parts;
  const clock = systemClock;
  const scope = new SessionScope(parts);
  const tokens = new ApiTokens({
    ...{ agents: loopback.tokens, sessions, folders },
    folderOf: (ptyId) => {
      const session = sessions.get(ptyId);
      return session && scope.folderOf(session);
    },
    agentsMayDrive: () => parts.settingsOf(undefined).agentsMayDrive,
  });
  const isEnabled = (): boolean => parts.settingsOf(undefined)['api.enabled'];
  const connections = new Connections(
    new Authenticator({ tokens, isEnabled, wrongTokens: loopback.wrongTokens }),
  );
  // With an agent goes what its token was for.
  store.add(sessions.onDidChange(({ type }) => type === 'exit' && connections.review()));
  const didAskToShow = store.add(new Emitter<ShownSession>());
  const verbs = createVerbs(parts, { scope, show: (shown) => didAskToShow.fire(shown) });
  const lines = store.add(new LineFeed(sessions, clock));
  const feed = new EventFeed({ sessions, status, scope, lines });
  const { bodyBytes } = loopback.limits;
  addHttpRoutes(loopback.server.routes, {
    ...{ connections, verbs, feed, clock, bodyBytes, version, others: [MCP] },
  });
  const tools = createAgentTools({ verbs, folders });
  const calls = new RunningCalls();
  addMcpRoute(loopback.server.routes, {
    connections,
    tools,
    calls,
    clock,
    bodyBytes,
    version,
    logger,
  });
  const sockets = store.add(new LiveSockets(loopback.limits, clock));
  const routes = new SocketRoutes({ connections, scope, verbs, feed, sockets, sessions, clock });
  loopback.server.upgrade = (upgrade) => routes.open(upgrade);
  const window = store.add(
    new WindowApi({
      ...{
        home: loopback.home,
        server: loopback.server,
        hostname: hostname(),
        isAlive: parts.isAlive,
      },
      ...{ tokens, connections, folders, isEnabled, version, logger, install: loopback.install },
    }),
  );
  const onDidAskToShow = didAskToShow.event;
  return { tools, verbs, version, window, onDidAskToShow, lines, sockets, connections };
}

function createVerbs(
  parts: ApiParts,
  { scope, show }: { readonly scope: SessionScope; readonly show: (shown: ShownSession) => void },
): SessionVerbs {
  const creation = new SessionCreation({
    ...parts,
    programs: new ProgramStarts(parts),
    places: new StartPlaces(parts),
    show,
  });
  const forks = new SessionForks(parts);
  const waits = new SessionWait({ ...parts, scope, clock: systemClock });
  return new SessionVerbs({ ...parts, scope, creation, forks, waits });
}
