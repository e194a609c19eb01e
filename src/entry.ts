import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { systemClock } from './base/clock';
import { Deferred } from './base/deferred';
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

/** Registers what VS Code and other extensions call, and returns. The calls wait for the rest, which starts then. */
export function activate(context: vscode.ExtensionContext): AgentTerminalsApi | TestedApi {
  const beganAt = systemClock.monotonic();
  const store = new DisposableStore();
  context.subscriptions.push(store);
  // The log is created first because the store disposes newest first: all other parts can log
  // until they are disposed.
  const log = store.add(vscode.window.createOutputChannel('Agent Terminals', { log: true }));
  const starting = new Deferred<StartedExtension>();
  const started = starting.promise;
  try {
    registerEntryPoints(
      started.then(({ entryPoints }) => entryPoints),
      store,
    );
  } catch (error) {
    // VS Code disposes nothing of an extension whose activation failed.
    disposeAll(store, log);
    throw error;
  }
  const api = createWaitingApi(started.then(({ api }) => api));
  // Last: an activation that failed starts nothing.
  start(context, log, store).then(starting.resolve, starting.reject);
  const logTime = async ({ core, loaded }: StartedExtension): Promise<void> => {
    const outcome = await loaded;
    if (core && outcome === 'settled' && !store.isDisposed) {
      log.info(`Started in ${Math.round(systemClock.monotonic() - beganAt)} ms.`);
    }
  };
  // A start that failed has shown its error.
  started.then(logTime).catch(() => undefined);
  const isTested = context.extensionMode === vscode.ExtensionMode.Test;
  return isTested ? Object.assign(api, { starting: started }) : api;
}

/** Begins the end of all sessions in this call: VS Code disposes the extension's parts directly after it. */
export function deactivate(): Promise<void> | undefined {
  return endExtension?.();
}

/** Loads the program and starts it. If that fails, it shows the error and disposes what was created before it. */
async function start(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  store: DisposableStore,
): Promise<StartedExtension> {
  const parts = store.add(new DisposableStore());
  try {
    // In this turn the activation would last until the program is loaded.
    await nextTurn();
    const extension = await import('./extension.js');
    if (parts.isDisposed) {
      throw new Error('The window was closed.');
    }
    const started = extension.start(context, log, parts);
    endExtension = started.end;
    return started;
  } catch (cause) {
    const sentence = `Agent Terminals could not start: ${toMessage(cause)}`;
    const error = new SessionError('ILLEGAL_STATE', sentence, { cause });
    if (!parts.isDisposed) {
      new Messages(log).showError(error);
    }
    disposeAll(parts, log);
    throw error;
  }
}

/** The error of a part is logged: that of the start matters more. */
function disposeAll(store: DisposableStore, log: Pick<Console, 'error'>): void {
  try {
    store.dispose();
  } catch (error) {
    log.error('Not everything of the failed start was disposed.', error);
  }
}
