import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FolderRef } from '../../agents/agentService';
import { AgentHooks } from '../../agents/start/agentHooks';
import { systemClock } from '../../base/clock';
import type { Event } from '../../base/event';
import { isAlive } from '../../base/isAlive';
import type { DisposableStore } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import type { SessionService } from '../../pty/sessionService';
import type { HookEvent } from '../../status/sources/hookEvent';
import { ApiServer } from '../apiServer';
import { WrongTokens } from '../auth/wrongTokens';
import { HomePrograms } from '../home/homePrograms';
import { usualPort } from '../http/usualPort';
import { API_LIMITS, type ApiLimits } from '../limits';
import { HookReceiver } from './hookReceiver';
import { HookTokens } from './hookTokens';

interface HooksDeps {
  /** The extension's directory; its `dist` contains the program that hooks run. */
  readonly extensionPath: string;
  readonly folders: () => readonly FolderRef[];
  /** The extension's directory in the person's home: `~/.agent-terminals`. */
  readonly home: string;
  readonly logger: Logger;
  readonly platform: NodeJS.Platform;
  readonly sessions: Pick<SessionService, 'get'>;
}

/** The loopback server, which receives hook events and also serves the API. */
export interface Loopback {
  readonly home: string;
  readonly limits: ApiLimits;
  readonly server: ApiServer;
  readonly tokens: HookTokens;
  readonly wrongTokens: WrongTokens;
}

interface Hooks {
  readonly agentHooks: AgentHooks;
  /**
   * Installs the programs in the person's home. Returns the path of `agent-terminals`; undefined if
   * it could not be written.
   */
  readonly installCommandLine: () => Promise<string | undefined>;
  readonly loopback: Loopback;
  readonly onDidReceiveHook: Event<HookEvent>;
  /** Stops the server and the receiver, to simulate a failure. */
  readonly stop: () => void;
}

/** Creates the hooks that agents run, and the loopback server that receives their events. */
export function createHooks(deps: HooksDeps, store: DisposableStore): Hooks {
  const { extensionPath, folders, home, logger, platform, sessions } = deps;
  const limits = API_LIMITS;
  const runtime = process.execPath;
  const portOf = (): number | undefined => {
    const uris = folders().map(({ uri }) => uri);
    return usualPort(home, uris);
  };
  const server = store.add(new ApiServer(limits, logger, portOf));
  const tokens = new HookTokens();
  const wrongTokens = new WrongTokens({ clock: systemClock, logger });
  const receiver = store.add(
    new HookReceiver({
      clock: systemClock,
      home,
      isAlive,
      limits,
      platform,
      runtime,
      server,
      sessions,
      source: join(extensionPath, 'dist', 'hookHelper.cjs'),
      tokens,
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
    loopback: { home, limits, server, tokens, wrongTokens },
    onDidReceiveHook: receiver.onDidReceive,
    stop: () => {
      store.delete(receiver);
      store.delete(server);
    },
  };
}
