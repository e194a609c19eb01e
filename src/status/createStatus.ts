import { readdir } from 'node:fs/promises';
import { systemClock } from '../base/clock';
import type { Event } from '../base/event';
import type { DisposableStore } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { createProcessTable } from '../pty/process/createProcessTable';
import type { SessionService } from '../pty/sessionService';
import type { HookEvent } from './sources/hookEvent';
import { readStatusText } from './sources/statusFile';
import { StatusFiles } from './sources/statusFiles';
import { StatusEngine } from './statusEngine';
import { findWatchedAgent, type WatchedAgentSources } from './watchedAgents';

interface StatusDeps extends WatchedAgentSources {
  readonly home: string;
  readonly logger: Logger;
  readonly onDidReceiveHook: Event<HookEvent>;
  readonly platform: NodeJS.Platform;
  readonly sessions: SessionService;
}

export function createStatus(deps: StatusDeps, store: DisposableStore): StatusEngine {
  const { env, logger, onDidReceiveHook, providerOf, sessions, settingsFor } = deps;
  const agentOf = findWatchedAgent({ env, providerOf, settingsFor });
  const files = createFiles(deps);
  const clock = systemClock;
  const engine = store.add(new StatusEngine({ sessions, agentOf, files, clock, logger }));
  store.add(onDidReceiveHook((event) => engine.handleHook(event)));
  return engine;
}

function createFiles({ home, logger, platform }: StatusDeps): StatusFiles {
  const listProcesses = async () => {
    if (platform === 'win32') {
      return [];
    }
    try {
      return await createProcessTable(platform, systemClock).list();
    } catch (error) {
      logger.warn(
        'The processes of this machine cannot be listed, so status files are not found.',
        error,
      );
      return [];
    }
  };
  return new StatusFiles({
    home,
    listNames,
    readText: readStatusText,
    listProcesses,
    now: () => systemClock.now(),
  });
}

/** A CLI that writes no such files has no directory for them. */
async function listNames(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch {
    return [];
  }
}
