import * as vscode from 'vscode';
import type { ApiConnection } from '../../api/home/windowApi';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { MCP_SERVER_PROVIDER } from '../../config/contributions';
import type { SettingsReader } from '../../config/settingsReader';

const LABEL = 'Agent Terminals';

export interface McpServerOfferDeps {
  readonly window: { connection(): Promise<ApiConnection> };
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
  const provider: vscode.McpServerDefinitionProvider<vscode.McpHttpServerDefinition> = {
    onDidChangeMcpServerDefinitions: didChange.event,
    provideMcpServerDefinitions: async () => (isEnabled() ? [await define(deps)] : []),
    // The token is added only when the server is started, not when it is listed.
    resolveMcpServerDefinition: async (definition) => {
      const { token } = await deps.window.connection();
      definition.headers = { Authorization: `Bearer ${token}` };
      return definition;
    },
  };
  store.add(vscode.lm.registerMcpServerDefinitionProvider(MCP_SERVER_PROVIDER, provider));
  return store;
}

async function define({
  window,
  version,
}: McpServerOfferDeps): Promise<vscode.McpHttpServerDefinition> {
  const { url } = await window.connection();
  return new vscode.McpHttpServerDefinition(LABEL, vscode.Uri.parse(`${url}/mcp`), {}, version);
}
