import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { MCP_SERVER_PROVIDER } from '../../config/contributions';
import type { SettingsReader } from '../../config/settingsReader';

const LABEL = 'Agent Terminals';

export interface McpServerOfferDeps {
  /** Installs the program `agent-terminals`; undefined if it cannot be written. */
  readonly installCommandLine: () => Promise<string | undefined>;
  readonly settings: Pick<SettingsReader, 'onDidChange' | 'read'>;
  /** The version of the extension. */
  readonly version: string;
}

/** Registers the window's MCP server for VS Code's own chat, while the API is on. */
export function registerMcpServerOffer(deps: McpServerOfferDeps): Disposable {
  const store = new DisposableStore();
  const didChange = store.add(new vscode.EventEmitter<void>());
  const isEnabled = (): boolean => deps.settings.read().settings['api.enabled'];
  let wasEnabled = isEnabled();
  store.add(
    deps.settings.onDidChange(() => {
      if (isEnabled() !== wasEnabled) {
        wasEnabled = isEnabled();
        didChange.fire();
      }
    }),
  );
  const provider: vscode.McpServerDefinitionProvider<vscode.McpStdioServerDefinition> = {
    onDidChangeMcpServerDefinitions: didChange.event,
    provideMcpServerDefinitions: async () => (isEnabled() ? await define(deps) : []),
  };
  store.add(vscode.lm.registerMcpServerDefinitionProvider(MCP_SERVER_PROVIDER, provider));
  return store;
}

/** The command line, which finds this window by its process and its token in the person's home. */
async function define({
  installCommandLine,
  version,
}: McpServerOfferDeps): Promise<vscode.McpStdioServerDefinition[]> {
  const program = await installCommandLine();
  if (program === undefined) {
    return [];
  }
  const args = ['mcp', '--window', String(process.pid)];
  // VS Code may have been started from a session of an agent, whose rights do not apply here.
  const env = { AGENT_TERMINALS_PTY_ID: null, AGENT_TERMINALS_TOKEN: null };
  return [new vscode.McpStdioServerDefinition(LABEL, program, args, env, version)];
}
