import { hostname } from 'node:os';
import type { FolderRef } from '../agents/folderRef';
import type { AgentSettings } from '../agents/start/agentSettings';
import { systemClock } from '../base/clock';
import { type Event } from '../base/event';
import type { DisposableStore } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { AGENT_END_EVENTS, type SessionService } from '../pty/sessionService';
import type { StatusService } from '../status/statusService';
import { ApiTokens } from './auth/apiTokens';
import { Authenticator } from './auth/authenticator';
import { Connections } from './auth/connections';
import type { LocalServer } from './createLocalServer';
import { WindowApi } from './home/windowApi';
import { addHttpRoutes } from './http/httpRoutes';
import type { RouteFacts } from './http/route';
import { EventFeed } from './events/eventFeed';
import { LineFeed, type OutputLine } from './events/lineFeed';
import { LiveSockets } from './sockets/liveSockets';
import { SocketRoutes } from './sockets/socketRoutes';
import type { OperationParts } from '../operations/createOperations';

interface ApiDeps {
  readonly core: {
    readonly folders: () => readonly FolderRef[];
    /** Installs the programs that call the API. Never rejects. */
    readonly installCommandLine: () => Promise<unknown>;
    readonly local: LocalServer;
    readonly logger: Logger;
    readonly sessions: SessionService;
    readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
    readonly status: StatusService;
    /** The version of the extension. */
    readonly version: string;
  };
  readonly operations: OperationParts;
  /** Routes that other rooms serve; listed in `openapi.json`. */
  readonly otherRoutes: readonly RouteFacts[];
}

export interface Api {
  readonly connections: Connections;
  /** The lines that sessions print, read only while someone listens. */
  readonly onDidReadLine: Event<OutputLine>;
  readonly window: WindowApi;
}

/** Creates the API on the window's server. Programs can use it after the first `window.update`. */
export function createApi(deps: ApiDeps, store: DisposableStore): Api {
  const { operations } = deps;
  const { folders, local, logger, sessions, settingsOf, status, version } = deps.core;
  const clock = systemClock;
  const tokens = createTokens(deps);
  local.proveTokens(() => tokens.all());
  const isEnabled = (): boolean => settingsOf(undefined)['api.enabled'];
  const { wrongTokens } = local;
  const authenticator = new Authenticator({ tokens, isEnabled, wrongTokens });
  const connections = new Connections(authenticator);
  // After these events the token of the agent is not valid in this window.
  store.add(sessions.onDidChange(({ type }) => AGENT_END_EVENTS.has(type) && connections.review()));
  const lines = store.add(new LineFeed(sessions, clock));
  const feed = new EventFeed({ sessions, status, scope: operations.scope, lines });
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
    operations,
    feed,
    sockets,
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
    window,
  };
}

function createTokens({ core, operations }: ApiDeps): ApiTokens {
  const { folders, local, sessions, settingsOf } = core;
  return new ApiTokens({
    agents: local.driveTokens,
    agentsMayDrive: () => settingsOf(undefined).agentsMayDrive,
    folderOf: (ptyId) => {
      const session = sessions.get(ptyId);
      return session && operations.scope.folderOf(session);
    },
    folders,
    hooks: local.hookTokens,
    sessions,
  });
}
