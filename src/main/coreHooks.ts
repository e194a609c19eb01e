import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AgentHooks } from '../agents/start/agentHooks';
import {
  FollowedConversations,
  type FollowedConversationsDeps,
} from '../agents/conversations/followedConversations';
import type { FolderRef } from '../agents/agentService';
import { ownHomeOf, type HostFacts } from '../agents/start/hostFacts';
import { ApiServer } from '../api/apiServer';
import { HomePrograms } from '../api/home/homePrograms';
import { HookReceiver } from '../api/hooks/hookReceiver';
import { HookTokens } from '../api/hooks/hookTokens';
import { API_LIMITS } from '../api/limits';
import { usualPort } from '../api/http/usualPort';
import { WrongTokens } from '../api/auth/wrongTokens';
import { systemClock } from '../base/clock';
import type { DisposableStore } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import type { SessionService } from '../pty/sessionService';

export interface HookParts {
  readonly logger: Logger;
  /** Where the extension lies: the program that hooks run is below. */
  readonly extensionPath: string;
  readonly facts: HostFacts;
  readonly sessions: Pick<SessionService, 'get'>;
  readonly isAlive: (pid: number) => boolean;
  readonly folders: () => readonly FolderRef[];
}

/** Creates what gives agents hooks, and the loopback server that receives their events, which the API shares. */
export function createHooks(
  { logger, extensionPath, facts, sessions, isAlive, folders }: HookParts,
  store: DisposableStore,
) {
  const { platform } = facts;
  const home = ownHomeOf(facts);
  const limits = API_LIMITS;
  const portOf = (): number | undefined =>
    usualPort(
      home,
      folders().map(({ uri }) => uri),
    );
  const server = store.add(new ApiServer(limits, logger, portOf));
  const tokens = new HookTokens();
  const wrongTokens = new WrongTokens({ clock: systemClock, logger });
  const receiver = store.add(
    new HookReceiver({
      ...{ home, server, tokens, wrongTokens, limits },
      source: join(extensionPath, 'dist', 'hookHelper.cjs'),
      runtime: process.execPath,
      platform,
      sessions,
      clock: systemClock,
      isAlive,
    }),
  );
  const programs = new HomePrograms({
    ...{ home, platform, logger, runtime: process.execPath },
    source: join(extensionPath, 'dist'),
  });
  const commandLine = (): Promise<string | undefined> => programs.install();
  const readText = (path: string, cwd: string): Promise<string> =>
    readFile(resolve(cwd, path), 'utf8');
  const agentHooks = new AgentHooks({ gateway: receiver, readText, platform, logger });
  const { onDidReceive } = receiver;
  /** Has sessions go on with the conversations that their agents tell of. */
  const follow = (
    parts: Pick<FollowedConversationsDeps, 'map' | 'providerOf' | 'sessionConversations'>,
  ): void => {
    const handleError = (error: unknown): void =>
      logger.error('What conversation a session goes on with is not kept for certain.', error);
    const deps = { ...parts, sessions, onDidReceive, logger, handleError };
    store.add(new FollowedConversations(deps));
  };
  /** From then on hooks reach nobody, as after a fault. */
  const stop = (): void => {
    store.delete(receiver);
    store.delete(server);
  };
  return {
    agentHooks,
    commandLine,
    onDidReceive,
    follow,
    stop,
    loopback: { home, server, tokens, wrongTokens, limits, install: commandLine },
  };
}
