import * as vscode from 'vscode';
import type { DisposableStore } from '../base/lifecycle';
import {
  COMMANDS,
  LANGUAGE_MODEL_TOOLS,
  MCP_SERVER_PROVIDER,
  TERMINAL_PROFILE,
  type CommandName,
} from '../config/contributions';
import type { ModelOffers } from '../views/models/modelOffers';
import type { CommandCall } from './commandCall';

/** What VS Code calls in the extension, apart from views and events. */
export interface EntryPoints {
  readonly commandOf: (name: CommandName) => CommandCall;
  readonly offers: ModelOffers;
  readonly provideTerminalProfile: () => Promise<vscode.TerminalProfile>;
}

/**
 * Registers all entry points of the manifest: VS Code calls them as soon as the activation has ended. A call waits
 * until they exist; `store` owns the registrations.
 */
export function registerEntryPoints(creating: Promise<EntryPoints>, store: DisposableStore): void {
  for (const [name, id] of Object.entries(COMMANDS) as [CommandName, string][]) {
    // Unlike the call, this rejects, with the error of the start.
    const run = async (...passed: unknown[]) => (await creating).commandOf(name)(...passed);
    store.add(vscode.commands.registerCommand(id, run));
  }
  store.add(
    vscode.window.registerTerminalProfileProvider(TERMINAL_PROFILE, {
      provideTerminalProfile: async () => (await creating).provideTerminalProfile(),
    }),
  );
  for (const id of Object.values(LANGUAGE_MODEL_TOOLS)) {
    store.add(vscode.lm.registerTool(id, waitingTool(creating, id)));
  }
  registerMcpServers(creating, store);
}

function waitingTool(
  creating: Promise<EntryPoints>,
  id: string,
): vscode.LanguageModelTool<unknown> {
  const find = async (): Promise<vscode.LanguageModelTool<unknown>> => {
    const tool = (await creating).offers.tools.get(id);
    if (!tool) {
      throw new Error(`There is no tool ${id}.`);
    }
    return tool;
  };
  return {
    prepareInvocation: async (options, token) => (await find()).prepareInvocation?.(options, token),
    invoke: async (options, token) => (await find()).invoke(options, token),
  };
}

function registerMcpServers(creating: Promise<EntryPoints>, store: DisposableStore): void {
  const didChange = store.add(new vscode.EventEmitter<void>());
  creating.then(
    ({ offers }) => store.add(offers.onDidChangeMcpServers(() => didChange.fire())),
    // Without entry points nothing changes.
    () => undefined,
  );
  store.add(
    vscode.lm.registerMcpServerDefinitionProvider(MCP_SERVER_PROVIDER, {
      onDidChangeMcpServerDefinitions: didChange.event,
      provideMcpServerDefinitions: async () => (await creating).offers.provideMcpServers(),
    }),
  );
}
