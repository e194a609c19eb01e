import assert from 'node:assert/strict';
import { findCodex } from '../../scripts/lib/agents/codex.mjs';
import { waitFor } from '../support/waitFor';
import { startCodexAgent, type CodexAgent } from './support/codexAgent';
import { AGENT_LIMIT_MS } from './support/limits';
import { useVsCode } from './support/useVsCode';

const APPLES = 'count the apples';
const PEARS = 'count the pears';
const AGE = '(just now|\\d min ago)';

describe('conversations of Codex', function () {
  this.timeout(180_000);
  const cli = findCodex();
  if (cli === undefined) {
    it(`continue after a reload (${process.platform}-${process.arch} has no Codex)`);
    return;
  }

  let codex: CodexAgent | undefined;
  const vscode = useVsCode({
    folders: ['shop'],
    agent: async (sandbox) => (codex = await startCodexAgent(sandbox, cli)),
    keybindings: [
      {
        key: 'ctrl+alt+1',
        command: 'agentTerminals.startAgent',
        args: { task: 'Count', provider: 'codex', prompt: APPLES },
      },
      {
        key: 'ctrl+alt+2',
        command: 'agentTerminals.newChat',
        args: { task: 'Count', provider: 'codex', prompt: PEARS },
      },
    ],
  });

  it('are listed after a reload of the window, with age and first prompt', async () => {
    const { page, sessions, terminals } = vscode();
    await sessions.open();
    for (const [key, prompt] of [
      ['1', APPLES],
      ['2', PEARS],
    ]) {
      await page.keyboard.press(`Control+Alt+${key}`);
      await terminals.waitForText(`Stand-in answer to: ${prompt}`, AGENT_LIMIT_MS);
    }
    await vscode().load();
    await sessions.open();
    await sessions.waitForTree(
      new RegExp(
        `^Task Count, not running\n {2}Codex, resumable, ${AGE}, ${APPLES}` +
          `\n {2}Codex 2, resumable, ${AGE}, ${PEARS}$`,
      ),
    );
  });

  it('continue separately, and each sends its earlier prompts to the model', async () => {
    await goOn('Codex 2', [PEARS, 'and the plums']);
    await goOn('Codex, ', [APPLES, 'and the nuts']);
    await vscode().screenshot('conversations of Codex resumed');
  });

  /** Opens a row, and types the last prompt after the first one is shown. */
  async function goOn(row: string, [first, last]: readonly [string, string]) {
    const { sessions, terminals } = vscode();
    await sessions.click(row);
    await terminals.waitForText(first, AGENT_LIMIT_MS);
    await terminals.waitForFocus();
    await terminals.type(last);
    await terminals.waitForText(last);
    await terminals.press('Enter');
    await waitFor(() => codex?.asked().at(-1)?.at(-1) === last, {
      limitMs: AGENT_LIMIT_MS,
      what: () => `a request with "${last}"; there were ${JSON.stringify(codex?.asked())}`,
    });
    assert.deepEqual(codex?.asked().at(-1), [first, last]);
  }
});
