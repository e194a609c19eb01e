import * as vscode from 'vscode';
import { settledWithin, systemClock } from './base/clock';
import { DisposableStore } from './base/lifecycle';
import { isRecord } from './base/isRecord';
import { ConfirmationStore } from './config/confirmations';
import { SettingsReader } from './config/settingsReader';
import { createCore, type Core } from './main/core';
import { createExtensionApi } from './extensionApi';
import type { AgentTerminalsApi } from './publishedApi';
import { registerModelOffers } from './views/models/modelOffers';
import { WindowWatch } from './views/workspace/windowWatch';
import { findLayoutPath, listFolders } from './views/workspace/workspaceState';
import { createWindow } from './main/window';

/** VS Code ends the extension host five seconds after it asked for the end. */
const SHUTDOWN_TIMEOUT_MS = 4000;

/** A disk that does not answer must not keep commands waiting for ever. */
const LOAD_TIMEOUT_MS = 10_000;

/** What the extension's own tests get beside the API, and nobody else. */
export interface TestedApi extends AgentTerminalsApi {
  readonly internals: Core;
}

let shutdown: (() => Promise<void>) | undefined;

export function activate(context: vscode.ExtensionContext): AgentTerminalsApi | TestedApi {
  const store = new DisposableStore();
  context.subscriptions.push(store);

  // The log first: things go newest first, so whatever goes can still say so.
  const log = store.add(vscode.window.createOutputChannel('Agent Terminals', { log: true }));
  const confirmations = new ConfirmationStore(context.workspaceState);
  const settings = store.add(new SettingsReader(confirmations));
  const watch = new WindowWatch({ clock: systemClock, ask: () => vscode.commands.getCommands() });
  const core = createCore(
    {
      logger: log,
      extensionPath: context.extensionPath,
      appRoot: vscode.env.appRoot,
      version: readVersion(context),
      appVersion: vscode.version,
      env: process.env,
      storagePath: context.globalStorageUri.fsPath,
      limits: () => limitsOf(settings),
      settingsOf: (folderUri) => settings.read(folderUri).settings,
      isTrusted: () => vscode.workspace.isTrusted,
      folders: listFolders,
      isWatched: () => watch.isWatched(),
    },
    store,
  );
  const { tasks, map, leases } = core;
  const loading = Promise.all([tasks.reload(), map.reload(), core.handover.start()]);
  const reconnected = loading.then(() => core.reconnector.start());
  const loaded = settledWithin(systemClock, LOAD_TIMEOUT_MS, reconnected);
  const layoutPath = findLayoutPath(context.globalStorageUri.fsPath);
  const parts = { core, settings, confirmations, log, loaded, layoutPath };
  const { restore, terminalViews } = createWindow(parts, store);
  const settled = reconnected
    .then(() => terminalViews.start())
    .then(() => core.reconnector.whenFound());
  void settled.then(() => restore.start());
  store.add(
    registerModelOffers({
      loaded,
      log,
      sessions: core.sessions,
      settings,
      tools: core.tools,
      version: core.version,
      window: core.api.window,
    }),
  );

  // Other windows change the tasks too; what they did is taken in when this one is looked at.
  store.add(vscode.window.onDidChangeWindowState(({ focused }) => reloadIf(focused, core)));
  // A window that ends writes down last what its sessions were: this one may have read before that.
  store.add(leases.onDidChange(() => reloadIf(true, core)));

  shutdown = async () => {
    await Promise.all([core.shutdown(SHUTDOWN_TIMEOUT_MS), terminalViews.flush()]);
  };
  const api = createExtensionApi(core, loaded);
  const isTested = context.extensionMode === vscode.ExtensionMode.Test;
  return isTested ? { ...api, internals: core } : api;
}

export async function deactivate(): Promise<void> {
  await shutdown?.();
}

function readVersion({ extension }: vscode.ExtensionContext): string {
  const manifest: unknown = extension.packageJSON;
  const version = isRecord(manifest) ? manifest['version'] : undefined;
  return typeof version === 'string' ? version : '';
}

function limitsOf(settings: SettingsReader) {
  const { maxSessions, exitedRetentionSeconds, keepScreensOnDisk } = settings.read().settings;
  return { maxSessions, exitedRetentionMs: exitedRetentionSeconds * 1000, keepScreensOnDisk };
}

function reloadIf(focused: boolean, { tasks, map }: Core): void {
  if (focused) {
    void tasks.reload();
    void map.reload();
  }
}
