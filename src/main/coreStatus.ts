import { readdir, readFile, stat } from 'node:fs/promises';
import type { AgentSettings } from '../agents/start/agentSettings';
import type { HostFacts } from '../agents/start/hostFacts';
import { systemClock } from '../base/clock';
import type { Event } from '../base/event';
import type { DisposableStore } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import type { ProviderDefinition } from '../providers/model/providerDefinition';
import { createProcessTable } from '../pty/process/createProcessTable';
import { runCommand } from '../pty/process/runCommand';
import { createRunTool } from '../pty/process/runTool';
import type { SessionInfo, SessionService } from '../pty/sessionService';
import type { HookEvent } from '../status/sources/hookEvent';
import { StatusEngine } from '../status/statusEngine';
import { MOST_STATUS_FILE_BYTES } from '../status/sources/statusFile';
import { StatusFiles } from '../status/sources/statusFiles';
import type { WatchedAgent } from '../status/watchedAgents';

export interface StatusParts {
  readonly logger: Logger;
  readonly facts: HostFacts;
  readonly sessions: SessionService;
  readonly onDidReceive: Event<HookEvent>;
  readonly providerOf: (session: SessionInfo) => ProviderDefinition | undefined;
  /** The settings as they count for a session. */
  readonly settingsFor: (session: SessionInfo) => AgentSettings;
}

/** Makes what tells what agents do, and has it hear their hooks. */
export function createStatus(
  { logger, facts, sessions, onDidReceive, providerOf, settingsFor }: StatusParts,
  store: DisposableStore,
): StatusEngine {
  const agentOf = (session: SessionInfo): WatchedAgent | undefined => {
    const provider = providerOf(session);
    if (!provider) {
      return undefined;
    }
    const { providers, statusRules } = settingsFor(session);
    const rules = Object.hasOwn(statusRules, provider.id) ? statusRules[provider.id] : undefined;
    const own = Object.hasOwn(providers, provider.id) ? providers[provider.id]?.env : undefined;
    return { provider, rules: rules ?? [], env: { ...facts.env, ...own } };
  };
  const files = createFiles(facts, logger);
  const engine = store.add(
    new StatusEngine({ sessions, agentOf, files, clock: systemClock, logger }),
  );
  store.add(onDidReceive((event) => engine.handleHook(event)));
  return engine;
}

function createFiles({ platform, user }: HostFacts, logger: Logger): StatusFiles {
  const listProcesses = async () => {
    if (platform === 'win32') {
      return [];
    }
    try {
      return await createProcessTable(platform, createRunTool(runCommand)).list();
    } catch (error) {
      logger.warn('What runs on this machine cannot be told, to find status files by.', error);
      return [];
    }
  };
  return new StatusFiles({
    home: user.home,
    listNames,
    readText,
    listProcesses,
    now: () => systemClock.now(),
  });
}

/** A CLI that keeps no such files has no directory for them. */
async function listNames(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch {
    return [];
  }
}

/** Such files come and go with what they tell of. */
async function readText(path: string): Promise<string | undefined> {
  try {
    const { size } = await stat(path);
    return size > MOST_STATUS_FILE_BYTES ? undefined : await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}
