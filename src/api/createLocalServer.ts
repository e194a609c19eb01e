import { systemClock } from '../base/clock';
import type { DisposableStore } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { windowsDirectory } from '../endpoint/windowEntry';
import { ApiServer } from './apiServer';
import { addProofRoute, type TokenSource } from './auth/proofRoute';
import { SessionTokens } from './auth/sessionTokens';
import { WrongTokens } from './auth/wrongTokens';
import { API_LIMITS, type ApiLimits } from './limits';

interface LocalServerDeps {
  /** The extension's directory in the person's home: `~/.agent-terminals`. */
  readonly home: string;
  readonly logger: Logger;
}

/** The window's server, which receives hook events and serves the API. */
export interface LocalServer {
  /** The tokens with which sessions drive others. */
  readonly driveTokens: SessionTokens;
  /** The tokens with which sessions report hook events. */
  readonly hookTokens: SessionTokens;
  readonly home: string;
  readonly limits: ApiLimits;
  /** Adds tokens that clients use; the server proves to them that it has these. */
  readonly proveTokens: (source: TokenSource) => void;
  readonly server: ApiServer;
  readonly wrongTokens: WrongTokens;
}

/** Creates the server of this window. It listens once hooks or the API start it. */
export function createLocalServer(
  { home, logger }: LocalServerDeps,
  store: DisposableStore,
): LocalServer {
  const limits = API_LIMITS;
  const server = store.add(new ApiServer({ limits, logger, directory: windowsDirectory(home) }));
  const hookTokens = new SessionTokens();
  const driveTokens = new SessionTokens();
  const proven: TokenSource[] = [() => hookTokens.all(), () => driveTokens.all()];
  server.addRoutes((routes) =>
    addProofRoute(routes, {
      socket: () => server.socket,
      tokens: () => proven.flatMap((source) => [...source()]),
    }),
  );
  return {
    driveTokens,
    home,
    hookTokens,
    limits,
    proveTokens: (source) => void proven.push(source),
    server,
    wrongTokens: new WrongTokens({ clock: systemClock, logger }),
  };
}
