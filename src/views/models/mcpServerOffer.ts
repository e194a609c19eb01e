import * as vscode from 'vscode';
import { Emitter, type Event } from '../../base/event';
import type { DisposableStore } from '../../base/lifecycle';
import type { SettingsReader } from '../../config/settingsReader';

const LABEL = 'Agent Terminals';

export interface McpServerOfferDeps {
  readonly core: {
    /** Installs the program `agent-terminals`; undefined if it cannot be written. */
    readonly installCommandLine: () => Promise<string | undefined>;
    /** The version of the extension. */
    readonly version: string;
  };
  readonly settings: SettingsReader;
}

export interface McpServerOffer {
  readonly onDidChangeMcpServers: Event<void>;
  readonly provideMcpServers: () => Promise<vscode.McpStdioServerDefinition[]>;
}

/** Offers the window's MCP server to VS Code's own chat, while the API is on; `store` owns what it listens to. */
export function createMcpServerOffer(
  deps: McpServerOfferDeps,
  store: DisposableStore,
): McpServerOffer {
  const didChange = store.add(new Emitter<void>());
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
  return {
    onDidChangeMcpServers: didChange.event,
    provideMcpServers: async () => (isEnabled() ? await define(deps.core) : []),
  };
}

/** The command line, which finds this window by its process and its token in the person's home. */
async function define({
  installCommandLine,
  version,
}: McpServerOfferDeps['core']): Promise<vscode.McpStdioServerDefinition[]> {
  const program = await installCommandLine();
  if (program === undefined) {
    return [];
  }
  const args = ['mcp', '--window', String(process.pid)];
  // VS Code may have been started from a session of an agent, whose rights do not apply here.
  const env = { AGENT_TERMINALS_PTY_ID: null, AGENT_TERMINALS_TOKEN: null };
  return [new vscode.McpStdioServerDefinition(LABEL, program, args, env, version)];
}
