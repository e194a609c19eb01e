import assert from 'node:assert/strict';
import { SHAPES, WRITE_COMMAND } from '../../scripts/lib/agents/standInAnswer.mjs';
import { startClaudeAgent, type ClaudeAgent } from './support/claudeAgent';
import { AGENT_LIMIT_MS } from './support/limits';
import { useVsCode } from './support/useVsCode';

const ANSWER = /Stand-in answer to: (.*)/;

const PROMPT = 'it\'s $HOME; "two" $(id)';

/** Claude Code asks for permission only with this option. */
const ASKING = { claude: { extraArgs: ['--permission-mode', 'manual'] } };

describe('Claude Code in a task', function () {
  this.timeout(120_000);
  let claude: ClaudeAgent | undefined;
  const vscode = useVsCode({
    folders: ['shop'],
    agent: async (sandbox) => (claude = await startClaudeAgent(sandbox)),
    settings: { 'agentTerminals.providers': ASKING },
    keybindings: [
      {
        key: 'ctrl+alt+g',
        command: 'agentTerminals.startClaude',
        args: { task: 'Greet', prompt: PROMPT },
      },
      {
        key: 'ctrl+alt+1',
        command: 'agentTerminals.startClaude',
        args: { task: 'Note', prompt: 'please [write] it down, [streamed]' },
      },
      { key: 'ctrl+alt+2', command: 'agentTerminals.startShell', args: { task: 'Look on' } },
    ],
  });

  it('starts from the palette and answers a typed prompt', async () => {
    const { palette, quickInput, terminals } = vscode();
    await palette.run('Agents: Start Claude in Task...');
    await quickInput.waitFor('A few words for the piece of work.');
    await quickInput.answer('Fix the till');
    await terminals.waitForText(/❯/, AGENT_LIMIT_MS);

    await terminals.waitForFocus();
    await terminals.type('count to three');
    await terminals.waitForText('count to three');
    await terminals.press('Enter');
    await terminals.waitForText(ANSWER, AGENT_LIMIT_MS);
    await vscode().screenshot('claude answers');
  });

  it('gives its last answer to the clipboard by a key, and to an editor', async () => {
    const { notifications, page, palette, sessions, tabs, terminals } = vscode();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await sessions.open();
    await terminals.focus('editor');
    await terminals.type('as [code]');
    await terminals.waitForText('as [code]');
    await terminals.press('Enter');
    await terminals.waitForText('That is all of it.', AGENT_LIMIT_MS);
    await sessions.waitForTree(/, (?:done|idle), Claude Code/, AGENT_LIMIT_MS);
    await terminals.press('Control+k');
    await terminals.press('l');
    await notifications.waitFor('The last answer of Claude Code (Fix the till) was copied.');
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), SHAPES['[code]']);
    const items = await sessions.showMenu('Task Fix the till');
    assert.ok(items.includes('Copy Last Code Block'), items.join());
    await vscode().screenshot('a copied answer');
    await sessions.hideMenu();
    await palette.run('Agents: Open Answer as Markdown');
    await tabs.waitForGroups([[/Claude Code/, /^Here is a program:\*$/]]);
    await vscode().screenshot('an opened answer');
    await palette.run('View: Open Previous Editor');
    await terminals.waitForFocus();
  });

  it('leaves a login shell in the same terminal after /exit', async () => {
    const { terminals } = vscode();
    await terminals.type('/exit');
    await terminals.waitForText('/exit');
    await terminals.press('Enter');
    await terminals.waitForText(/[#$] ?$/, AGENT_LIMIT_MS);
    await terminals.type('echo "in $0"');
    await terminals.press('Enter');
    await terminals.waitForText(/^in .*bash/m);
  });

  it('answers an initial prompt exactly as it was passed', async () => {
    const { page, terminals } = vscode();
    await page.keyboard.press('Control+Alt+g');
    await terminals.waitForText(`Stand-in answer to: ${PROMPT}`, AGENT_LIMIT_MS);
  });

  describe('whose status changes', () => {
    it('is shown in the tree, and in Needs You when the agent asks', async () => {
      const { needsYou, page, sessions, terminals } = vscode();
      await sessions.open();
      assert.equal(await needsYou.isShown(), false);
      await page.keyboard.press('Control+Alt+1');
      await sessions.waitForTree(/^Task Note, working, Claude Code/, AGENT_LIMIT_MS);
      await terminals.waitForText('word1', AGENT_LIMIT_MS);
      claude?.finishAnswers();
      const row = await needsYou.waitForRow(/^Note/, AGENT_LIMIT_MS);
      assert.match(row, /permission/);
      assert.ok(row.includes(WRITE_COMMAND), row);
      await sessions.waitForTree(/^Task Note, needs you: permission/);
      await terminals.waitForText('Do you want to proceed?');
      await vscode().screenshot('an agent that needs you');
    });

    it('becomes done after Approve in the tree, and idle when the person opens the session', async () => {
      const { needsYou, page, sessions, terminals } = vscode();
      await page.keyboard.press('Control+Alt+2');
      await terminals.waitForTitle('Shell');
      await needsYou.pressInline(/^Note/, 'Approve');
      await needsYou.waitForNone();
      await sessions.waitForTree(/\nTask Note, done/, AGENT_LIMIT_MS);
      await vscode().screenshot('an agent that is done');
      await sessions.click('Task Note');
      await terminals.waitForText('the command has run.');
      await sessions.waitForTree(/\nTask Note, idle/);
    });
  });
});
