import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AgentHooks } from './agents/agentHooks';
import type { HostFacts } from './agents/hostFacts';
import { HookReceiver } from './api/hookReceiver';
import { systemClock } from './base/clock';
import type { DisposableStore } from './base/lifecycle';
import type { Logger } from './base/logger';
import type { SessionService } from './pty/sessionService';

export interface HookParts {
  readonly logger: Logger;
  /** Where the extension lies: the program that hooks run is below. */
  readonly extensionPath: string;
  readonly facts: HostFacts;
  readonly sessions: Pick<SessionService, 'get'>;
  readonly isAlive: (pid: number) => boolean;
}

/** Makes what gives agents hooks, and what their events arrive at. */
export function createHooks(
  { logger, extensionPath, facts, sessions, isAlive }: HookParts,
  store: DisposableStore,
) {
  const { platform, env, user } = facts;
  const receiver = store.add(
    new HookReceiver({
      home: env['AGENT_TERMINALS_HOME'] || join(user.home, '.agent-terminals'),
      source: join(extensionPath, 'dist', 'hookHelper.cjs'),
      runtime: process.execPath,
      platform,
      sessions,
      clock: systemClock,
      isAlive,
    }),
  );
  const readText = (path: string, cwd: string): Promise<string> =>
    readFile(resolve(cwd, path), 'utf8');
  const agentHooks = new AgentHooks({ gateway: receiver, readText, platform, logger });
  return { agentHooks, onDidReceive: receiver.onDidReceive };
}
