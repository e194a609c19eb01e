import { join } from 'node:path';
import * as vscode from 'vscode';
import { settledWithin, systemClock } from './base/clock';
import { Deferred } from './base/deferred';
import type { DisposableStore } from './base/lifecycle';
import { isRecord } from './base/isRecord';
import { disabledError, isDisabled } from './base/disabled';
import { showDisabledWindow } from './commands/disabledWindow';
import type { EntryPoints } from './commands/entryPoints';
import { ConfirmationStore } from './config/confirmations';
import type { SnapshotFacts } from './config/folderSnapshots';
import { backendLimits } from './config/backendLimits';
import { SettingsReader } from './config/settingsReader';
import { createCore, type Core } from './main/core';
import { createExtensionApi } from './extensionApi';
import type { AgentTerminalsApi } from './publishedApi';
import { WindowLook } from './views/workspace/windowLook';
import { WindowWatch } from './views/workspace/windowWatch';
import { findLayoutPath, listFolders } from './views/workspace/workspaceState';
import { createWindow, type Window } from './main/window';
import { createWaitingApi } from './waitingApi';

/** VS Code kills the extension host 5 s after it calls `deactivate`. */
const SHUTDOWN_TIMEOUT_MS = 4000;

/** Commands wait for the stored state at most this long, in case the disk does not respond. */
const LOAD_TIMEOUT_MS = 10_000;

export interface StartedExtension {
  readonly api: AgentTerminalsApi;
  /** Undefined while the extension is disabled. */
  readonly core: Core | undefined;
  readonly entryPoints: EntryPoints;
  /** Settles when commands run: the state that earlier windows stored is loaded, or loading timed out. */
  readonly loaded: Promise<'settled' | 'timeout'>;
  /** Ends all sessions. */
  readonly end: () => Promise<void>;
}

/** Creates all parts and then has them begin; `store` owns them. */
export function start(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  store: DisposableStore,
): StartedExtension {
  if (isDisabled(process.env)) {
    return startDisabled(showDisabledWindow(log, store));
  }
  const confirmations = new ConfirmationStore(context.workspaceState);
  const settings = store.add(new SettingsReader(confirmations));
  const look = store.add(new WindowLook());
  const watch = new WindowWatch(systemClock, () => vscode.commands.getCommands());
  const snapshotFacts = readSnapshotFacts(context);
  const { appRoot, appVersion, extensionPath, storagePath, version } = snapshotFacts;
  const core = createCore(
    {
      logger: log,
      extensionPath,
      appRoot,
      version,
      appVersion,
      env: process.env,
      storagePath,
      limits: () => backendLimits(settings.read().settings, look.current),
      settingsOf: (folderUri) => settings.read(folderUri).settings,
      isTrusted: () => vscode.workspace.isTrusted,
      folders: listFolders,
      isWatched: () => watch.isWatched(),
      hasWindow: true,
    },
    store,
  );
  const loaded = new Deferred<'settled' | 'timeout'>();
  const window = createWindow(
    {
      core,
      look,
      settings,
      confirmations,
      log,
      loaded: loaded.promise,
      layoutPath: findLayoutPath(storagePath),
      snapshotFacts,
    },
    store,
  );
  store.add(look.onDidChange(() => core.hostClient.refresh()));
  store.add(readOtherWindows(core));
  const api = createExtensionApi(core, loaded.promise);
  const end = async (): Promise<void> => {
    await Promise.all([core.shutdown(SHUTDOWN_TIMEOUT_MS), window.terminalViews.flush()]);
  };

  // Last: a start that fails continues no sessions.
  void begin(core, window).then(loaded.resolve);
  return { api, core, entryPoints: window.entryPoints, loaded: loaded.promise, end };
}

function startDisabled(entryPoints: EntryPoints): StartedExtension {
  return {
    api: createWaitingApi(Promise.reject(disabledError()), 'the extension is disabled'),
    core: undefined,
    entryPoints,
    loaded: Promise.resolve('settled'),
    end: () => Promise.resolve(),
  };
}

/**
 * Loads what earlier windows stored, continues their sessions, and then restores their terminals. Returns when
 * commands may run.
 */
function begin(
  { leases, map, reconnector, review, tasks }: Core,
  { restore, terminalViews }: Window,
): Promise<'settled' | 'timeout'> {
  const loading = Promise.all([tasks.reload(), map.reload(), review.reload(), leases.start()]);
  const reconnected = loading.then(() => reconnector.start());
  const settled = reconnected
    .then(() => terminalViews.start())
    .then(() => reconnector.whenReconnected());
  void settled.then(() => restore.start());
  return settledWithin(systemClock, LOAD_TIMEOUT_MS, reconnected);
}

function readSnapshotFacts(context: vscode.ExtensionContext): SnapshotFacts {
  const { extensionPath, globalStorageUri } = context;
  return {
    appRoot: vscode.env.appRoot,
    appVersion: vscode.version,
    extensionPath,
    program: join(extensionPath, 'dist', 'headless.cjs'),
    storagePath: globalStorageUri.fsPath,
    version: readVersion(context),
  };
}

function readVersion({ extension }: vscode.ExtensionContext): string {
  const manifest: unknown = extension.packageJSON;
  const version = isRecord(manifest) ? manifest['version'] : undefined;
  return typeof version === 'string' ? version : '';
}

/** Reads the tasks that other windows have changed. */
function readOtherWindows({ leases, map, review, tasks }: Core): vscode.Disposable {
  const reload = (): void => {
    void tasks.reload();
    void map.reload();
    void review.reload();
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeWindowState(({ focused }) => focused && reload()),
    // A closing window stores its tasks last, perhaps after this window has read them.
    leases.onDidChange(reload),
  );
}
