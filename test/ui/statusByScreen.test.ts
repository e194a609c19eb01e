import assert from 'node:assert/strict';
import { AGENT_LIMIT_MS } from './support/limits';
import { countApprovals, installDrawnAgent, letAsk } from './support/drawnAgent';
import { useVsCode } from './support/useVsCode';

describe('the status of an agent without reports', () => {
  const vscode = useVsCode({
    folders: ['shop'],
    agent: (sandbox) =>
      installDrawnAgent(sandbox, {
        cli: 'gemini',
        version: '0.61.0',
        screens: {
          idle: 'gemini-10-idle',
          busy: 'gemini-11-busy',
          asks: 'gemini-13-approval',
          answered: 'gemini-12-answer',
        },
      }),
    settings: { 'agentTerminals.notifications': 'always' },
    keybindings: [
      {
        key: 'ctrl+alt+1',
        command: 'agentTerminals.startAgent',
        args: { provider: 'gemini', task: 'Note' },
      },
      { key: 'ctrl+alt+2', command: 'agentTerminals.startShell', args: { task: 'Look on' } },
    ],
  });

  it('is read from its screen: idle, working, waiting for the person', async () => {
    const { needsYou, page, sessions, terminals } = vscode();
    await sessions.open();
    await page.keyboard.press('Control+Alt+1');
    await sessions.waitForTree('Task Note, 1 running\n  Gemini CLI, idle', AGENT_LIMIT_MS);
    await terminals.waitForFocus();
    await terminals.type('w');
    await sessions.waitForTree('Task Note, 1 running\n  Gemini CLI, working');
    await terminals.type('a');
    const row = await needsYou.waitForRow(/^Note/);
    assert.match(row, /permission, Allow execution of \[Shell\]\?/);
    await sessions.waitForTree(/\n {2}Gemini CLI, needs you: permission - Allow execution/);
    await vscode().screenshot('an agent known by its screen alone');
  });

  it('becomes working after Approve in the tree, which types one answer, and then idle', async () => {
    const { needsYou, sandbox, sessions, terminals } = vscode();
    await needsYou.pressInline(/^Note/, 'Approve');
    await needsYou.waitForNone();
    await sessions.waitForTree('Task Note, 1 running\n  Gemini CLI, working');
    assert.equal(await countApprovals(sandbox), 1);
    await sessions.click('Gemini CLI, ');
    await terminals.waitForFocus();
    await terminals.type('d');
    await sessions.waitForTree('Task Note, 1 running\n  Gemini CLI, idle');
  });

  it('is shown by a message while the person looks elsewhere, and by none otherwise', async () => {
    const { notifications, page, sandbox, sessions, terminals } = vscode();
    assert.deepEqual(await notifications.messages(), []);
    await terminals.type('l');
    await sessions.waitForTree('Task Note, 1 running\n  Gemini CLI, working');
    await page.keyboard.press('Control+Alt+2');
    await terminals.waitForTitle('Shell');
    await letAsk(sandbox);
    const message = 'Gemini CLI (Note) needs your permission: Allow execution of [Shell]?';
    assert.match(await notifications.waitFor(message), /^shop: /);
    await vscode().screenshot('a message of an agent that needs you');
    await notifications.press(message, 'Open');
    await terminals.waitForText('Allow execution of');
    await sessions.waitForTree(/\n {2}Gemini CLI, needs you: permission/);
    assert.equal(await countApprovals(sandbox), 1);
  });
});
