import { type ClaudeAgent, startClaudeAgent } from './claudeAgent';
import { makeUiPlace, type UiPlace } from './uiPlace';
import { UiVsCode, type Keybinding } from './uiVsCode';

const START_LIMIT_MS = 120_000;

export interface UseVsCodeOptions {
  /** Names of the workspace's folders; none opens an empty window. */
  readonly folders: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly keybindings?: readonly Keybinding[];
  /** Which agent is installed for it. */
  readonly agent?: 'claude';
}

/**
 * Gives a mocha suite a VS Code of its own, from before its first test to after its last, and
 * keeps a picture of each failure.
 */
export function useVsCode(options: UseVsCodeOptions): () => UiVsCode {
  let place: UiPlace | undefined;
  let agent: ClaudeAgent | undefined;
  let vscode: UiVsCode | undefined;

  before(async function () {
    this.timeout(START_LIMIT_MS);
    place = await makeUiPlace(options.folders);
    agent = options.agent === 'claude' ? await startClaudeAgent(place) : undefined;
    vscode = await UiVsCode.open(place, {
      settings: options.settings ?? {},
      keybindings: options.keybindings ?? [],
      env: agent?.env ?? {},
    });
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await vscode?.screenshot(`failed ${this.currentTest.fullTitle()}`);
    }
  });

  after(async function () {
    this.timeout(START_LIMIT_MS);
    await vscode?.close();
    await agent?.end();
    await place?.remove();
  });

  return () => {
    if (vscode === undefined) {
      throw new Error('VS Code is there from the first test on, not before.');
    }
    return vscode;
  };
}
