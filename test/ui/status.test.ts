import assert from 'node:assert/strict';
import { WRITE_COMMAND } from '../../scripts/lib/agents/standInAnswer.mjs';
import { startClaudeAgent, type ClaudeAgent } from './support/claudeAgent';
import { AGENT_LIMIT_MS } from './support/limits';
import { useVsCode } from './support/useVsCode';

/** Claude Code asks for permission only with this option. */
const ASKING = { claude: { extraArgs: ['--permission-mode', 'manual'] } };

describe('the status of Claude Code', function () {
  this.timeout(120_000);
  let claude: ClaudeAgent | undefined;
  const vscode = useVsCode({
    folders: ['shop'],
    agent: async (sandbox) => (claude = await startClaudeAgent(sandbox)),
    settings: { 'agentTerminals.providers': ASKING },
    keybindings: [
      {
        key: 'ctrl+alt+1',
        command: 'agentTerminals.startClaude',
        args: { task: 'Note', prompt: 'please [write] it down, [streamed]' },
      },
      { key: 'ctrl+alt+2', command: 'agentTerminals.startShell', args: { task: 'Look on' } },
    ],
  });

  it('is shown in the tree, and in Needs You when the agent asks', async () => {
    const { needsYou, page, sessions, terminals } = vscode();
    await sessions.open();
    assert.equal(await needsYou.isShown(), false);
    await page.keyboard.press('Control+Alt+1');
    await sessions.waitForTree(/\n {2}Claude Code, working/, AGENT_LIMIT_MS);
    await terminals.waitForText('word1', AGENT_LIMIT_MS);
    claude?.finishAnswers();
    const row = await needsYou.waitForRow(/^Note/, AGENT_LIMIT_MS);
    assert.match(row, /permission/);
    assert.ok(row.includes(WRITE_COMMAND), row);
    await sessions.waitForTree(/\n {2}Claude Code, needs you: permission/);
    await terminals.waitForText('Do you want to proceed?');
    await vscode().screenshot('an agent that needs you');
  });

  it('becomes done after Approve in the tree, and idle when the person opens the session', async () => {
    const { needsYou, page, sessions, terminals } = vscode();
    await page.keyboard.press('Control+Alt+2');
    await terminals.waitForTitle('Shell');
    await needsYou.pressInline(/^Note/, 'Approve');
    await needsYou.waitForNone();
    await sessions.waitForTree(/\n {2}Claude Code, done/, AGENT_LIMIT_MS);
    await vscode().screenshot('an agent that is done');
    await sessions.click('Claude Code, ');
    await terminals.waitForText('the command has run.');
    await sessions.waitForTree(/\n {2}Claude Code, idle/);
  });
});
