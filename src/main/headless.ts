import { existsSync } from 'node:fs';
import { settledWithin, systemClock as clock } from '../base/clock';
import { disabledError, isDisabled } from '../base/disabled';
import { DisposableStore } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { readFolderSnapshot, type FolderSnapshot } from '../config/folderSnapshot';
import { backendLimits } from '../config/backendLimits';
import {
  findHost,
  listTmuxOnly,
  messageLogger,
  readStatuses,
  showHostSessions,
} from '../headless/headlessSessions';
import { describeTmuxOnly } from '../pty/tmux/tmuxElsewhere';
import { createCore, type Core, type CoreEnvironment } from './core';

/** How long the end of the core may take, in milliseconds; sessions in the session host continue. */
const SHUTDOWN_TIMEOUT_MS = 4000;

interface HeadlessOptions {
  /** The file of the folder's snapshot. */
  readonly snapshot: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly notify: (message: string) => void;
}

/** A core without a window, which serves the API for one folder to its own process. */
export interface Headless {
  readonly socket: string;
  readonly token: string;
  /** Whether an operation runs that keeps its session from a window. */
  isInUse(): boolean;
  /** Releases all sessions. Agents whose prompts were cancelled are interrupted first. */
  close(): Promise<void>;
}

/**
 * Runs the core in this process for a folder that no window has open, with the settings and the trust
 * that the folder's last window stored. It lists the folder's sessions in the session host, and owns
 * those that it starts or prompts.
 * @throws {SessionError} `ILLEGAL_STATE` with `AGENT_TERMINALS_DISABLE=1`.
 * @throws {Error} if the snapshot is missing or of another form.
 */
export async function openHeadless(options: HeadlessOptions): Promise<Headless> {
  const { snapshot, env, notify } = options;
  if (isDisabled(env)) {
    throw disabledError();
  }
  const stored = await readFolderSnapshot(snapshot);
  const store = new DisposableStore();
  try {
    const logger = messageLogger(notify);
    const core = createCore(environmentOf(stored, { env, logger, snapshot }), store);
    store.add(core.notices.onDidNotice(notify));
    const { handover, leases, map, review, sessions, tasks } = core;
    const reload = () => Promise.all([tasks.reload(), map.reload(), review.reload()]);
    await Promise.all([reload(), leases.start(), findHost(core.hostClient, notify)]);
    store.add(leases.onDidChange(() => void reload()));
    store.add(showHostSessions(sessions));
    await readStatuses(sessions, core.status);
    const tmuxOnly = await listTmuxOnly(core.tmuxSessions, stored.folder);
    tmuxOnly.forEach((id) => notify(describeTmuxOnly(id)));
    const { socket, token } = await core.api.window.connectSelf();
    const isInUse = (): boolean => handover.isInUse;
    return { close: () => close(core, store), isInUse, socket, token };
  } catch (error) {
    store.dispose();
    throw error;
  }
}

function environmentOf(
  stored: FolderSnapshot,
  { env, logger, snapshot }: Pick<HeadlessOptions, 'env' | 'snapshot'> & { logger: Logger },
): CoreEnvironment {
  const { appRoot, appVersion, extensionPath, folder, settings, storagePath, version } = stored;
  return {
    appRoot,
    appVersion,
    env,
    extensionPath,
    folders: () => [folder],
    // A window that opens the folder without trust removes the file.
    isTrusted: () => existsSync(snapshot),
    isWatched: () => Promise.resolve(false),
    limits: () => backendLimits(settings),
    logger,
    settingsOf: () => settings,
    storagePath,
    hasWindow: false,
    version,
  };
}

async function close(
  { handover, shutdown }: Pick<Core, 'handover' | 'shutdown'>,
  store: DisposableStore,
): Promise<void> {
  await settledWithin(clock, SHUTDOWN_TIMEOUT_MS, handover.whenUnused());
  await shutdown(SHUTDOWN_TIMEOUT_MS);
  store.dispose();
}
