import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { SessionError, toMessage } from './base/errors';
import { DisposableStore } from './base/lifecycle';
import { registerEntryPoints } from './commands/entryPoints';
import type { StartedExtension } from './extension';
import type { AgentTerminalsApi } from './publishedApi';
import { Messages } from './views/dialogs/messages';
import { createWaitingApi } from './waitingApi';

/** The API with the extension's internals, for its own tests only. */
export interface TestedApi extends AgentTerminalsApi {
  readonly starting: Promise<StartedExtension>;
}

/** Set once the extension is started. */
let endExtension: (() => Promise<void>) | undefined;

/**
 * The program in parts of similar size, each before those that use it. The build puts each into a file of its
 * own, and what two of them use into further ones (`scripts/lib/bundles/extensionBundle.mjs`).
 */
const PARTS = [
  () => import('./status/createStatus'),
  () => import('./host/client/createSessions'),
  () => import('./api/createApi'),
  () => import('./main/core'),
  () => import('./main/window'),
];

/** Registers what VS Code and other extensions call, and returns. The calls wait for the rest, which starts then. */
export function activate(context: vscode.ExtensionContext): AgentTerminalsApi | TestedApi {
  const store = new DisposableStore();
  context.subscriptions.push(store);
  // The log is created first because the store disposes newest first: all other parts can log
  // until they are disposed.
  const log = store.add(vscode.window.createOutputChannel('Agent Terminals', { log: true }));
  const starting = start(context, log, store).catch((cause: unknown) => {
    const sentence = `Agent Terminals could not start: ${toMessage(cause)}`;
    const error = new SessionError('ILLEGAL_STATE', sentence, { cause });
    if (!store.isDisposed) {
      new Messages(log).showError(error);
    }
    throw error;
  });
  store.add(registerEntryPoints(starting.then(({ entryPoints }) => entryPoints)));
  const api = createWaitingApi(starting.then(({ api }) => api));
  const isTested = context.extensionMode === vscode.ExtensionMode.Test;
  return isTested ? { ...api, starting } : api;
}

/** Begins the end of all sessions in this call: VS Code disposes the extension's parts directly after it. */
export function deactivate(): Promise<void> | undefined {
  return endExtension?.();
}

/**
 * Loads the program and starts it. All extensions of a window share one thread. The others run between two
 * parts.
 */
async function start(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  store: DisposableStore,
): Promise<StartedExtension> {
  for (const load of PARTS) {
    await nextTurn();
    await load();
  }
  await nextTurn();
  const extension = await import('./extension');
  if (store.isDisposed) {
    throw new Error('The window was closed.');
  }
  endExtension = () => extension.deactivate();
  return extension.start(context, log, store);
}
