import assert from 'node:assert/strict';
import { findCodex } from '../../scripts/lib/agents/codex.mjs';
import { WRITE_COMMAND } from '../../scripts/lib/agents/standInAnswer.mjs';
import { startCodexAgent, type CodexAgent } from './support/codexAgent';
import { AGENT_LIMIT_MS } from './support/limits';
import { useVsCode } from './support/useVsCode';

describe('the status of Codex', function () {
  this.timeout(180_000);
  const cli = findCodex();
  if (cli === undefined) {
    it(`follows its own reports (${process.platform}-${process.arch} has no Codex)`);
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
        args: { task: 'Note', provider: 'codex', prompt: 'please [write] it down, [streamed]' },
      },
      { key: 'ctrl+alt+2', command: 'agentTerminals.startShell', args: { task: 'Look on' } },
    ],
  });

  it('follows its own reports: working, waiting for the person', async () => {
    const { needsYou, page, sessions, terminals } = vscode();
    await sessions.open();
    await page.keyboard.press('Control+Alt+1');
    await sessions.waitForTree(/\n {2}Codex, working/, AGENT_LIMIT_MS);
    await terminals.waitForText('word1', AGENT_LIMIT_MS);
    codex?.finishAnswers();
    assert.match(await needsYou.waitForRow(/^Note/, AGENT_LIMIT_MS), /permission/);
    await terminals.waitForText(WRITE_COMMAND);
    await vscode().screenshot('Codex needs you');
  });

  it('becomes done after Approve in the tree, and idle when the person opens the session', async () => {
    const { needsYou, page, sessions, terminals } = vscode();
    await page.keyboard.press('Control+Alt+2');
    await terminals.waitForTitle('Shell');
    await needsYou.pressInline(/^Note/, 'Approve');
    await needsYou.waitForNone();
    await sessions.waitForTree(/\n {2}Codex, done/, AGENT_LIMIT_MS);
    await sessions.click('Codex, ');
    await terminals.waitForText('the command has run.');
    await sessions.waitForTree(/\n {2}Codex, idle/);
  });
});
