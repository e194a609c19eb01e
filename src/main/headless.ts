import { existsSync } from 'node:fs';
import { systemClock as clock } from '../base/clock';
import { disabledError, isDisabled } from '../base/disabled';
import { DisposableStore } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { readFolderSnapshot, type FolderSnapshot } from '../config/folderSnapshot';
import { backendLimits } from '../config/backendLimits';
import { closeWhenAnswered } from '../headless/closeWhenAnswered';
import { hasOpenWindow } from '../headless/hasOpenWindow';
import { listTmuxOnly } from '../headless/listTmuxOnly';
import { messageLogger } from '../headless/messageLogger';
import { readStatuses } from '../headless/readStatuses';
import { WindowTakeover } from '../headless/windowTakeover';
import { describeTmuxOnly } from '../pty/tmux/tmuxElsewhere';
import { createCore, type Core, type CoreEnvironment } from './core';

/** How long the end of the core may take, in milliseconds; sessions in the session host continue. */
const SHUTDOWN_TIMEOUT_MS = 4000;

interface HeadlessOptions {
  /** The file of the folder's snapshot. */
  readonly snapshot: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with each message for the person. */
  readonly notify: (message: string) => void;
}

/** A core without a window, which serves the API for one folder. */
export interface Headless {
  /** Waits until the requests of other programs are answered, then releases all sessions. */
  close(): Promise<void>;
}

/**
 * Runs the core in this process for a folder that no window has open: acquires its sessions in the
 * session host and serves the API, with the settings and the trust that the folder's last window
 * stored. Other processes find it as they find a window.
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
    await Promise.all([core.tasks.reload(), core.map.reload(), core.leases.start()]);
    await core.reconnector.start();
    await readStatuses(core.sessions, core.status);
    const tmuxOnly = await listTmuxOnly(core.tmuxSessions, stored.folder);
    tmuxOnly.forEach((id) => notify(describeTmuxOnly(id)));
    await core.api.window.update();
    const { connections, window } = core.api;
    const { home, leases } = core;
    const hasWindow = () => hasOpenWindow(home, stored.folder.path);
    store.add(new WindowTakeover({ clock, connections, hasWindow, leases, logger, window }));
    return {
      close: () => closeWhenAnswered(snapshot, core.api.connections, () => end(core, store)),
    };
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
    // A window that opens takes the sessions over, unless a request would then remain unanswered.
    mayKeepSessions: (requests) => Promise.resolve(requests.count > 0),
    limits: () => backendLimits(settings),
    logger,
    settingsOf: () => settings,
    storagePath,
    hasWindow: false,
    version,
  };
}

async function end(
  { api, shutdown }: Pick<Core, 'api' | 'shutdown'>,
  store: DisposableStore,
): Promise<void> {
  await api.window.withdraw();
  await shutdown(SHUTDOWN_TIMEOUT_MS);
  store.dispose();
}
