import type * as vscode from 'vscode';
import { DISABLED, disabledError } from '../base/disabled';
import type { DisposableStore } from '../base/lifecycle';
import { COMMANDS, LANGUAGE_MODEL_TOOLS, type CommandName } from '../config/contributions';
import { Messages } from '../views/dialogs/messages';
import { showDisabledViews } from '../views/workspace/disabledViews';
import { createCommandCall } from './commandCall';
import type { EntryPoints } from './entryPoints';

/**
 * Explains once that the extension is disabled, and again where it is used. Nothing else is created; `store`
 * owns the view.
 */
export function showDisabledWindow(
  log: vscode.LogOutputChannel,
  store: DisposableStore,
): EntryPoints {
  const messages = new Messages(log);
  store.add(showDisabledViews());
  messages.showNotice(DISABLED);
  return {
    commands: createDisabledCommands(messages),
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

/** Every command of package.json: each shows why nothing starts. */
function createDisabledCommands(messages: Messages): EntryPoints['commands'] {
  const services = { loaded: Promise.resolve(), messages, selection: () => undefined };
  const names = Object.keys(COMMANDS) as CommandName[];
  return new Map(
    names.map((name) => [
      name,
      createCommandCall(services, name, () => Promise.reject(disabledError())),
    ]),
  );
}
