import * as vscode from 'vscode';
import { DISABLED, disabledError } from '../base/disabled';
import type { DisposableStore } from '../base/lifecycle';
import { LANGUAGE_MODEL_TOOLS, VIEWS } from '../config/contributions';
import { Messages } from '../views/dialogs/messages';
import { createCommandCall } from './commandCall';
import type { EntryPoints } from './entryPoints';

const NO_ROWS: vscode.TreeDataProvider<never> = {
  getChildren: () => [],
  getTreeItem: (row) => row,
};

/**
 * Explains once that the extension is disabled, and again where it is used. Nothing else is created; `store`
 * owns the view.
 */
export function showDisabledWindow(
  log: vscode.LogOutputChannel,
  store: DisposableStore,
): EntryPoints {
  const messages = new Messages(log);
  const view = vscode.window.createTreeView(VIEWS.sessions, { treeDataProvider: NO_ROWS });
  store.add(view).message = DISABLED;
  messages.showNotice(DISABLED);
  const services = { loaded: Promise.resolve(), messages, selection: () => undefined };
  return {
    commandOf: (name) => createCommandCall(services, name, () => Promise.reject(disabledError())),
    offers: {
      tools: new Map(
        Object.values(LANGUAGE_MODEL_TOOLS).map((id) => [
          id,
          { invoke: () => Promise.reject(disabledError()) },
        ]),
      ),
      onDidChangeMcpServers: () => ({ dispose: () => {} }),
      provideMcpServers: () => Promise.resolve([]),
    },
    provideTerminalProfile: () => Promise.reject(new Error(DISABLED)),
  };
}
