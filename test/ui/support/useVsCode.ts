import { startClaudeAgent } from './claudeAgent';
import type { UiAgent } from './uiAgent';
import { makeUiSandbox, type UiSandbox } from './uiSandbox';
import { UiVsCode, type Keybinding } from './uiVsCode';

const START_LIMIT_MS = 120_000;

export interface UseVsCodeOptions {
  /** Names of the workspace's folders; none opens an empty window. */
  readonly folders: readonly string[];
  /** Without VS Code's own extensions, which opens windows faster; true by default. */
  readonly bare?: boolean;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly keybindings?: readonly Keybinding[];
  /** What is installed: the real Claude Code, or what the function writes into the sandbox. */
  readonly agent?: 'claude' | ((sandbox: UiSandbox) => Promise<UiAgent>);
  /** Prepares the sandbox further, before VS Code opens it. */
  readonly prepare?: (sandbox: UiSandbox) => Promise<void>;
}

/**
 * Gives a mocha suite a VS Code of its own, from before its first test to after its last, and
 * takes a screenshot of each failure.
 */
export function useVsCode(options: UseVsCodeOptions): () => UiVsCode {
  let sandbox: UiSandbox | undefined;
  let agent: UiAgent | undefined;
  let vscode: UiVsCode | undefined;

  before(async function () {
    this.timeout(START_LIMIT_MS);
    sandbox = await makeUiSandbox(options.folders);
    const install = options.agent === 'claude' ? startClaudeAgent : options.agent;
    agent = await install?.(sandbox);
    await options.prepare?.(sandbox);
    vscode = await UiVsCode.open(sandbox, {
      bare: options.bare ?? true,
      // Set, so that the first start does not ask for it.
      settings: {
        'agentTerminals.persistence': 'window',
        ...agent?.settings,
        ...options.settings,
      },
      keybindings: options.keybindings ?? [],
      env: agent?.env ?? {},
    });
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await vscode?.keepEvidence(this.currentTest.fullTitle());
    }
  });

  after(async function () {
    this.timeout(START_LIMIT_MS);
    await vscode?.close();
    await agent?.end();
    await sandbox?.remove();
  });

  return () => {
    if (vscode === undefined) {
      throw new Error('VS Code exists only from the first test on.');
    }
    return vscode;
  };
}
