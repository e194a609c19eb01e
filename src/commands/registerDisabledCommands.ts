import { disabledError } from '../base/disabled';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import { COMMANDS, type CommandName } from '../config/contributions';
import type { Messages } from '../views/dialogs/messages';
import { registerCommand } from './registerCommand';

/** Registers every command of package.json for a disabled extension: each shows why nothing starts. */
export function registerDisabledCommands(messages: Messages): Disposable {
  const store = new DisposableStore();
  const services = { loaded: Promise.resolve(), messages, selection: () => undefined };
  for (const name of Object.keys(COMMANDS) as CommandName[]) {
    store.add(registerCommand(services, name, () => Promise.reject(disabledError())));
  }
  return store;
}
