import assert from 'node:assert/strict';
import { findCodex } from '../../scripts/lib/agents/codex.mjs';
import { WRITE_COMMAND } from '../../scripts/lib/agents/standInAnswer.mjs';
import { waitFor } from '../support/waitFor';
import { startCodexAgent, type CodexAgent } from './support/codexAgent';
import { AGENT_LIMIT_MS } from './support/limits';
import { useVsCode } from './support/useVsCode';

const APPLES = 'count the apples';
const PEARS = 'count the pears';
const AGE = '(just now|\\d min ago)';

describe('Codex in a task', function () {
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
        key: 'ctrl+alt+3',
        command: 'agentTerminals.startAgent',
        args: { task: 'Note', provider: 'codex', prompt: 'please [write] it down, [streamed]' },
      },
      { key: 'ctrl+alt+4', command: 'agentTerminals.startShell', args: { task: 'Look on' } },
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

  describe('whose status changes', () => {
    it('follows its own reports: working, waiting for the person', async () => {
      const { needsYou, page, sessions, terminals } = vscode();
      await sessions.open();
      await page.keyboard.press('Control+Alt+3');
      await sessions.waitForTree(/^Task Note, working, Codex/, AGENT_LIMIT_MS);
      await terminals.waitForText('word1', AGENT_LIMIT_MS);
      codex?.finishAnswers();
      assert.match(await needsYou.waitForRow(/^Note/, AGENT_LIMIT_MS), /permission/);
      await terminals.waitForText(WRITE_COMMAND);
      await vscode().screenshot('Codex needs you');
    });

    it('becomes done after Approve in the tree, and idle when the person opens the session', async () => {
      const { needsYou, page, sessions, terminals } = vscode();
      await page.keyboard.press('Control+Alt+4');
      await terminals.waitForTitle('Shell');
      await needsYou.pressInline(/^Note/, 'Approve');
      await needsYou.waitForNone();
      await sessions.waitForTree(/\nTask Note, done/, AGENT_LIMIT_MS);
      await sessions.click('Task Note');
      await terminals.waitForText('the command has run.');
      await sessions.waitForTree(/\nTask Note, idle/);
    });
  });

  describe('whose conversations', () => {
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
            `\n {2}Codex 2, resumable, ${AGE}, ${PEARS}\nTask Look on,`,
        ),
      );
    });

    it('continue separately, and each sends its earlier prompts to the model', async () => {
      await goOn('Codex 2', [PEARS, 'and the plums']);
      await goOn('Codex, ', [APPLES, 'and the nuts']);
      await vscode().screenshot('conversations of Codex resumed');
    });
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
