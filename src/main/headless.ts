import { existsSync } from 'node:fs';
import { folderOfSession } from '../agents/folderOf';
import { createOrphanEnds } from '../agents/orphans/createOrphanEnds';
import type { OrphanEnd } from '../agents/orphans/orphanEnds';
import { settledWithin, systemClock } from '../base/clock';
import { disabledError, isDisabled } from '../base/disabled';
import { toMessage } from '../base/errors';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { parseFolderSnapshot, type FolderSnapshot } from '../config/folderSnapshot';
import { readOwnFile } from '../endpoint/readOwnFile';
import { describeTmuxOnly } from '../pty/tmux/tmuxElsewhere';
import { closeWhenAnswered } from './closeWhenAnswered';
import { createCore, type Core, type CoreEnvironment } from './core';
import { WindowTakeover } from './windowTakeover';

/** How long the first reading of all screens may delay the start, in milliseconds. */
const READ_LIMIT_MS = 3000;

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
  /** Ends those of the sessions, by their ids, that are idle and lose nothing by it; returns what became of each. */
  endOrphans(ids: readonly string[]): Promise<readonly OrphanEnd[]>;
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
  const stored = parseFolderSnapshot(await readOwnFile(snapshot));
  if (!stored) {
    throw new Error(`${snapshot} is not readable. Open its folder in VS Code to write it again.`);
  }
  const store = new DisposableStore();
  try {
    const logger = loggerOf(notify);
    const core = createCore(environmentOf(stored, { env, logger, snapshot }), store);
    store.add(core.notices.onDidNotice(notify));
    await Promise.all([core.tasks.reload(), core.map.reload(), core.handover.start()]);
    await core.reconnector.start();
    await readAll(core);
    (await listTmuxOnly(core, stored.folder)).forEach((id) => notify(describeTmuxOnly(id)));
    await core.api.window.update();
    store.add(leaveToWindow(core, stored.folder, logger));
    const orphans = createOrphanEnds({
      folders: () => [stored.folder],
      platform: process.platform,
      resumePreviews: core.resumePreviews,
      sessions: core.sessions,
      status: core.status,
    });
    return {
      close: () => closeWhenAnswered(snapshot, core.api.connections, () => end(core, store)),
      endOrphans: (ids) => orphans.end(ids),
    };
  } catch (error) {
    store.dispose();
    throw error;
  }
}

function leaveToWindow(
  { api, home, leases }: Core,
  { path }: FolderSnapshot['folder'],
  logger: Logger,
): Disposable {
  return new WindowTakeover({
    clock: systemClock,
    folder: path,
    handleError: (error) => logger.warn(`Open windows cannot be read: ${toMessage(error)}`),
    home,
    isNeeded: () => leases.own.length > 0 || api.connections.requests.count > 0,
    leave: async () => {
      api.connections.retire();
      await api.window.withdraw();
    },
  });
}

interface HeadlessProcess extends Pick<HeadlessOptions, 'env' | 'snapshot'> {
  readonly logger: Logger;
}

function environmentOf(stored: FolderSnapshot, own: HeadlessProcess): CoreEnvironment {
  const { env, logger, snapshot } = own;
  const { appRoot, appVersion, extensionPath, folder, settings, storagePath, version } = stored;
  const { maxSessions, exitedRetentionSeconds, keepScreensOnDisk, screenWorker } = settings;
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
    limits: () => ({
      maxSessions,
      exitedRetentionMs: exitedRetentionSeconds * 1000,
      keepScreensOnDisk,
      screenWorker,
    }),
    logger,
    settingsOf: () => settings,
    storagePath,
    hasWindow: false,
    version,
  };
}

/**
 * Reads what each agent does, which it reported before this process began. A session that ends
 * meanwhile is not read.
 */
async function readAll({ sessions, status }: Pick<Core, 'sessions' | 'status'>): Promise<void> {
  const readings = sessions.list().map(({ id }) => status.explain(id));
  await settledWithin(systemClock, READ_LIMIT_MS, Promise.allSettled(readings));
}

/** The ids of the folder's sessions that run in tmux, which this process cannot drive. */
async function listTmuxOnly(
  { tmuxSessions }: Pick<Core, 'tmuxSessions'>,
  folder: FolderSnapshot['folder'],
): Promise<readonly string[]> {
  const running = (await tmuxSessions.list()).filter(({ hasEnded }) => !hasEnded);
  return running
    .map(({ spec }) => ({ id: spec.id, folder: spec.folder ?? null, workDir: spec.program.cwd }))
    .filter((session) => folderOfSession(session, [folder]) !== undefined)
    .map(({ id }) => id);
}

async function end(
  { api, shutdown }: Pick<Core, 'api' | 'shutdown'>,
  store: DisposableStore,
): Promise<void> {
  await api.window.withdraw();
  await shutdown(SHUTDOWN_TIMEOUT_MS);
  store.dispose();
}

/** There is no log without a window: problems are shown. */
function loggerOf(notify: (message: string) => void): Logger {
  return {
    debug() {},
    info() {},
    warn: (message) => notify(message),
    error: (message, cause?: unknown) =>
      notify(
        [message, cause]
          .filter((part) => part !== undefined)
          .map(String)
          .join(' '),
      ),
  };
}
