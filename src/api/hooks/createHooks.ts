import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AgentHooks } from '../../agents/start/agentHooks';
import { systemClock } from '../../base/clock';
import type { Event } from '../../base/event';
import { isAlive } from '../../base/isAlive';
import type { DisposableStore } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import type { SessionService } from '../../pty/sessionService';
import type { HookEvent } from '../../status/sources/hookEvent';
import { ApiServer } from '../apiServer';
import { addProofRoute, type TokenSource } from '../auth/proofRoute';
import { SessionTokens } from '../auth/sessionTokens';
import { WrongTokens } from '../auth/wrongTokens';
import { windowsDirectory } from '../../endpoint/windowEntry';
import { HomePrograms } from '../home/homePrograms';
import { API_LIMITS, type ApiLimits } from '../limits';
import { HookReceiver } from './hookReceiver';

interface HooksDeps {
  /** The extension's directory; its `dist` contains the program that hooks run. */
  readonly extensionPath: string;
  /** The extension's directory in the person's home: `~/.agent-terminals`. */
  readonly home: string;
  readonly logger: Logger;
  readonly platform: NodeJS.Platform;
  readonly sessions: Pick<SessionService, 'get' | 'onDidChange'>;
}

/** The server, which receives hook events and also serves the API. */
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

interface Hooks {
  readonly agentHooks: AgentHooks;
  /**
   * Installs the programs in the person's home. Returns the path of `agent-terminals`; undefined if
   * it could not be written.
   */
  readonly installCommandLine: () => Promise<string | undefined>;
  readonly local: LocalServer;
  readonly onDidReceiveHook: Event<HookEvent>;
  /** Stops the server and the receiver, to simulate a failure. */
  readonly stop: () => void;
}

/** Creates the hooks that agents run, and the server that receives their events. */
export function createHooks(deps: HooksDeps, store: DisposableStore): Hooks {
  const { extensionPath, home, logger, platform, sessions } = deps;
  const limits = API_LIMITS;
  const runtime = process.execPath;
  const directory = windowsDirectory(home);
  const server = store.add(new ApiServer({ limits, logger, directory }));
  const hookTokens = new SessionTokens();
  const driveTokens = new SessionTokens();
  const wrongTokens = new WrongTokens({ clock: systemClock, logger });
  const proven: TokenSource[] = [() => hookTokens.all(), () => driveTokens.all()];
  addProofRoute(server.routes, {
    socket: () => server.socket,
    tokens: () => proven.flatMap((source) => [...source()]),
  });
  const receiver = store.add(
    new HookReceiver({
      clock: systemClock,
      driveTokens,
      home,
      hookTokens,
      isAlive,
      limits,
      platform,
      runtime,
      server,
      sessions,
      source: join(extensionPath, 'dist', 'hookHelper.cjs'),
      wrongTokens,
    }),
  );
  const source = join(extensionPath, 'dist');
  const programs = new HomePrograms({ home, logger, platform, runtime, source });
  const readText = (path: string, cwd: string): Promise<string> =>
    readFile(resolve(cwd, path), 'utf8');
  return {
    agentHooks: new AgentHooks({ gateway: receiver, readText, platform, logger }),
    installCommandLine: () => programs.install(),
    local: {
      driveTokens,
      home,
      hookTokens,
      limits,
      proveTokens: (source) => void proven.push(source),
      server,
      wrongTokens,
    },
    onDidReceiveHook: receiver.onDidReceive,
    stop: () => {
      store.delete(receiver);
      store.delete(server);
    },
  };
}
