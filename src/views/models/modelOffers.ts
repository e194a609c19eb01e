import * as vscode from 'vscode';
import { Emitter, type Event } from '../../base/event';
import type { DisposableStore } from '../../base/lifecycle';
import type { SettingsReader } from '../../config/settingsReader';
import {
  createLanguageModelTools,
  type LanguageModelToolsDeps,
  type LanguageModelTools,
} from './languageModelTools';

const LABEL = 'Agent Terminals';

/** What VS Code's own models can use: tools and the MCP server. */
export interface ModelOffers {
  /** By their ids in the manifest. */
  readonly tools: LanguageModelTools;
  readonly onDidChangeMcpServers: Event<void>;
  readonly provideMcpServers: () => Promise<vscode.McpStdioServerDefinition[]>;
}

interface ModelOffersDeps extends LanguageModelToolsDeps {
  readonly core: LanguageModelToolsDeps['core'] & {
    /** Installs the program `agent-terminals`; undefined if it cannot be written. */
    readonly installCommandLine: () => Promise<string | undefined>;
    /** The version of the extension. */
    readonly version: string;
  };
  readonly settings: SettingsReader;
}

/** The MCP server is offered while the API is on; `store` owns what the offers listen to. */
export function createModelOffers(deps: ModelOffersDeps, store: DisposableStore): ModelOffers {
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
    tools: createLanguageModelTools(deps),
    onDidChangeMcpServers: didChange.event,
    provideMcpServers: async () => (isEnabled() ? await defineMcpServers(deps.core) : []),
  };
}

/** The command line, which finds this window by its process and its token in the person's home. */
async function defineMcpServers({
  installCommandLine,
  version,
}: ModelOffersDeps['core']): Promise<vscode.McpStdioServerDefinition[]> {
  const program = await installCommandLine();
  if (program === undefined) {
    return [];
  }
  const args = ['mcp', '--window', String(process.pid)];
  // VS Code may have been started from a session of an agent, whose rights do not apply here.
  const env = { AGENT_TERMINALS_PTY_ID: null, AGENT_TERMINALS_TOKEN: null };
  return [new vscode.McpStdioServerDefinition(LABEL, program, args, env, version)];
}
