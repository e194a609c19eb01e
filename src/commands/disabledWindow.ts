import type * as vscode from 'vscode';
import { DISABLED, disabledError } from '../base/disabled';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import { COMMANDS, type CommandName } from '../config/contributions';
import { Messages } from '../views/dialogs/messages';
import { showDisabledViews } from '../views/workspace/disabledViews';
import { registerCommand } from './registerCommand';

/** Explains once that the extension is disabled, and again where it is used. Nothing else is created. */
export function showDisabledWindow(log: vscode.LogOutputChannel): Disposable {
  const store = new DisposableStore();
  const messages = new Messages(log);
  store.add(registerDisabledCommands(messages));
  store.add(showDisabledViews());
  messages.showNotice(DISABLED);
  return store;
}

/** Registers every command of package.json: each shows why nothing starts. */
function registerDisabledCommands(messages: Messages): Disposable {
  const store = new DisposableStore();
  const services = { loaded: Promise.resolve(), messages, selection: () => undefined };
  for (const name of Object.keys(COMMANDS) as CommandName[]) {
    store.add(registerCommand(services, name, () => Promise.reject(disabledError())));
  }
  return store;
}
