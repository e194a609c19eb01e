import assert from 'node:assert/strict';
import { installNoAgent, writeScriptedAgent } from './support/scriptedAgent';
import { useVsCode } from './support/useVsCode';

const NO_TRUST = 'Nothing starts in an untrusted workspace';

describe('a window in which nothing can be started yet', () => {
  const vscode = useVsCode({
    folders: ['shop'],
    agent: installNoAgent,
    settings: {
      'security.workspace.trust.enabled': true,
      'security.workspace.trust.startupPrompt': 'never',
    },
  });

  it('asks for a folder if none is open, in the view and after the command', async () => {
    const { notifications, palette, sessions } = vscode();
    await vscode().load({ ew: 'true' });
    await sessions.open();
    assert.match(
      await sessions.waitForWelcome('Agents work in a folder'),
      /no folder is open\.\s+Open Folder/,
    );
    await palette.run('Agents: Start Claude in Task...');
    await notifications.waitFor('none is open: choose File > Open Folder, then start again.');
    assert.equal((await notifications.messages()).length, 1);
    await vscode().screenshot('no folder open');
    await notifications.clear();
  });

  it('starts nothing in a workspace that is not trusted, and shows one message', async () => {
    const { notifications, palette, sessions, terminals } = vscode();
    await vscode().load();
    await sessions.open();
    await sessions.waitForWelcome('Agents start only in a trusted workspace');
    for (const command of ['Start Claude in Task...', 'Open Shell in Task']) {
      await palette.run(`Agents: ${command}`);
      await notifications.waitFor(NO_TRUST);
      assert.equal((await notifications.messages()).length, 1);
      assert.deepEqual(await notifications.buttons(NO_TRUST), ['Manage Workspace Trust']);
      await vscode().screenshot('not trusted');
      await notifications.clear();
    }
    assert.deepEqual(await terminals.texts(), []);
  });

  it('starts a shell after the workspace is trusted, and shows that no agent is installed', async () => {
    const { palette, page, quickInput, sessions, terminals } = vscode();
    await sessions.pressWelcome('Manage Workspace Trust');
    await page.getByRole('button', { name: 'Trust', exact: true }).click();
    await sessions.waitForWelcome('No built-in agent was found on this machine');
    await vscode().screenshot('no agent installed');
    await palette.run('Agents: Open Shell in Task');
    await quickInput.answerTask('Look around');
    await terminals.waitForText('$');
  });

  it('shows how to install a missing agent', async () => {
    const { dialog, notifications, palette, quickInput } = vscode();
    await palette.run('Agents: Start Claude in Task...');
    await quickInput.answerTask('Fix the till');
    const message = await notifications.waitFor('Claude Code was not found in');
    assert.match(message, /install it with `.+`, or name its file in the setting/);
    const buttons = await notifications.buttons('Claude Code was not found in');
    assert.deepEqual([...buttons].sort(), ['Copy Install Command', 'Open Settings']);
    assert.equal(await dialog.isShown(), false);
    await vscode().screenshot('an agent that is not installed');
    await vscode().notifications.press('was not found', 'Copy Install Command');
    await notifications.clear();
  });

  it('starts an agent that was installed later', async () => {
    const { palette, sandbox, quickInput, sessions, terminals } = vscode();
    await writeScriptedAgent(sandbox, 'claude', '2.1.330 (Claude Code)');
    await palette.run('Agents: Check Which Agents Are Installed');
    await quickInput.pick('Claude Code');
    await palette.run('Agents: Start Claude in Task...');
    await quickInput.answerTask('Fix the till');
    await terminals.waitForText('task: Fix the till');
    await sessions.waitForTree(/^Task Fix the till, [^\n]+, Claude Code(?:\n|$)/);
  });
});
