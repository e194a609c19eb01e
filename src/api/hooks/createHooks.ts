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
import type { LocalServer } from '../createLocalServer';
import { HomePrograms } from '../home/homePrograms';
import { HookReceiver } from './hookReceiver';

export interface Hooks {
  readonly agentHooks: AgentHooks;
  /**
   * Installs the programs in the person's home. Returns the path of `agent-terminals`; undefined if
   * it could not be written.
   */
  readonly installCommandLine: () => Promise<string | undefined>;
  readonly onDidReceiveHook: Event<HookEvent>;
  /** Stops the server and the receiver, to simulate a failure. */
  readonly stop: () => void;
}

/** Creates the hooks that agents run, and what receives their events. */
export function createHooks(
  deps: {
    /** The extension's directory; its `dist` contains the program that hooks run. */
    readonly extensionPath: string;
    readonly local: LocalServer;
    readonly logger: Logger;
    readonly platform: NodeJS.Platform;
    readonly sessions: SessionService;
  },
  store: DisposableStore,
): Hooks {
  const { extensionPath, local, logger, platform, sessions } = deps;
  const { driveTokens, home, hookTokens, limits, server, wrongTokens } = local;
  const runtime = process.execPath;
  const source = join(extensionPath, 'dist');
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
      source: join(source, 'hookHelper.cjs'),
      wrongTokens,
    }),
  );
  const programs = new HomePrograms({ home, logger, platform, runtime, source });
  const readText = (path: string, cwd: string): Promise<string> =>
    readFile(resolve(cwd, path), 'utf8');
  return {
    agentHooks: new AgentHooks({ gateway: receiver, readText, platform, logger }),
    installCommandLine: () => programs.install(),
    onDidReceiveHook: receiver.onDidReceive,
    stop: () => {
      store.delete(receiver);
      store.delete(server);
    },
  };
}
