import assert from 'node:assert/strict';
import { END_LIMIT_MS } from './support/limits';
import {
  agentsStarted,
  installScriptedAgent,
  isAlive,
  START_BY_KEY,
  waitForEnd,
} from './support/scriptedAgent';
import { useVsCode } from './support/useVsCode';

describe('the Sessions view', () => {
  const vscode = useVsCode({
    folders: ['shop'],
    // As a person has it.
    bare: false,
    agent: installScriptedAgent,
    keybindings: [START_BY_KEY],
  });

  it('shows a task with its session in one row, and no level for the only folder', async () => {
    const { page, sessions, terminals, tabs } = vscode();
    await sessions.open();
    await page.keyboard.press('Control+Alt+1');
    await terminals.waitForText('agent in shop args:');
    await sessions.waitForTree('Task Fix the till, idle, Scripted');
    assert.deepEqual(await tabs.names(), ['Scripted (Fix the till)']);
    await sessions.refresh();
    await sessions.waitForTree('Task Fix the till, idle, Scripted');
    await vscode().screenshot('a task with its session');
  });

  it('shows a session as in the background when its tab is closed, and opens it by a click', async () => {
    const { sessions, terminals, tabs } = vscode();
    await terminals.waitForFocus();
    await terminals.type('remember me\n');
    await terminals.waitForText('heard remember me');
    await tabs.close('Scripted');
    await tabs.waitForNames([]);
    await sessions.waitForTree(/^Task Fix the till, (active|idle), in background, Scripted$/);
    await vscode().screenshot('a session in the background');

    await sessions.click('Task Fix the till');
    await terminals.waitForText('heard remember me');
    await sessions.waitForTree(/^Task Fix the till, (active|idle), Scripted$/);
    await terminals.waitForFocus();
  });

  it('starts a chat beside the running session', async () => {
    const { sessions, tabs, terminals } = vscode();
    await sessions.pressInMenu('Task Fix the till', 'New Chat in Task...');
    await vscode().quickInput.waitFor('Which agent?');
    // Installed agents come first, regardless of the preferred one.
    await vscode().quickInput.waitForFirstRow('Scripted');
    await vscode().screenshot('the choice of an agent');
    await vscode().page.keyboard.press('Enter');
    await terminals.waitForText('agent in shop args:');
    await sessions.waitForTree(
      /^Task Fix the till, 2 running\n {2}Scripted, idle\n {2}Scripted .*, idle$/,
    );
    await sessions.waitForSelectedRow('Scripted 2');
    assert.equal((await tabs.names()).length, 2);
    await vscode().screenshot('a chat beside the main session');
  });

  it('renames a session and its task, in the tree and on the tab', async () => {
    const { quickInput, sessions, tabs } = vscode();
    await sessions.pressInMenu('Scripted, idle', 'Rename Session...');
    await quickInput.waitFor('Session name');
    await quickInput.answer('Cashier');
    await sessions.waitForTree(/\n {2}Cashier, Scripted, idle\n/);
    await sessions.pressInMenu('Task Fix the till', 'Rename Task...');
    await quickInput.answer('Mend the till');
    await sessions.waitForTree(/^Task Mend the till, 2 running\n {2}Cashier, Scripted, idle\n/);
    assert.equal((await tabs.names())[0], 'Cashier (Mend the till)');
    await vscode().screenshot('renamed');
  });

  it('asks before it kills a working agent, and ends it only after the confirmation', async () => {
    const { dialog, sessions, tabs, terminals } = vscode();
    const started = await agentsStarted(vscode().sandbox);
    await sessions.click('Cashier');
    await terminals.waitForTitle('Cashier');
    await terminals.waitForFocus();
    await terminals.type('work\n');
    await sessions.waitForTree(/\n {2}Cashier, Scripted, active\n/);
    await sessions.pressInline('Cashier', 'Kill Session');
    const question = await dialog.waitFor('Kill Cashier (Mend the till)?');
    assert.match(question, /It is working\. Its programs end/);
    await vscode().screenshot('the question before a kill');
    await dialog.dismiss();
    assert.deepEqual(started.map(isAlive), [true, true]);

    await sessions.pressInline('Cashier', 'Kill Session');
    await dialog.answer('Kill Session');
    await sessions.waitForTree(
      /^Task Mend the till, 1 running\n {2}Cashier, Scripted, not running, starts a new conversation\n/,
    );
    await waitForEnd(started.slice(0, 1), END_LIMIT_MS);
    assert.equal((await tabs.names()).length, 1);
    assert.equal(await dialog.isShown(), false);
    await vscode().screenshot('killed');
  });

  it('starts a session again from its row', async () => {
    const { sessions, terminals } = vscode();
    await sessions.click('Cashier');
    await terminals.waitForText('agent in shop args:');
    await sessions.waitForTree(/^Task Mend the till, 2 running\n {2}Cashier, Scripted, idle\n/);
  });

  it('restarts a running session after a confirmation, in a new terminal', async () => {
    const { dialog, sandbox, sessions, tabs, terminals } = vscode();
    const before = await agentsStarted(sandbox);
    await terminals.waitForFocus();
    await terminals.type('the old one\n');
    await terminals.waitForText('heard the old one');
    await sessions.pressInMenu('Cashier', 'Restart Session');
    await dialog.waitFor('Restart Cashier?');
    await dialog.answer('Restart Session');
    await waitForEnd(before.slice(-1), END_LIMIT_MS);
    await terminals.waitForText(/^agent in shop args:[^]*till$/);
    await sessions.waitForTree(/^Task Mend the till, 2 running\n {2}Cashier, Scripted, idle\n/);
    assert.equal((await tabs.names()).length, 2);
    assert.equal((await agentsStarted(sandbox)).length, before.length + 1);
  });

  it('shows the exit code of an agent, and leaves a login shell in its terminal', async () => {
    const { sessions, terminals } = vscode();
    await terminals.waitForFocus();
    await terminals.type('quit 3\n');
    await sessions.waitForTree(/\n {2}Cashier, Scripted, agent exited with code 3, shell idle\n/);
    await terminals.type('echo still $((6 * 7))\n');
    await terminals.waitForText(/^still 42$/m);
    await vscode().screenshot('an agent that failed');
  });

  it('keeps tasks over a reload of the window, which ends its agents', async () => {
    const { sandbox, palette, sessions, terminals } = vscode();
    await sessions.click('Scripted 2');
    await terminals.waitForFocus();
    await terminals.type('ignore signals\n');
    await terminals.waitForText('deaf from now on');
    const started = await agentsStarted(sandbox);
    await palette.run('Developer: Reload Window');
    await waitForEnd(started, END_LIMIT_MS);
    await sessions.waitForTree(/^Task Mend the till, not running/);
    await vscode().screenshot('after a reload');
  });

  it('opens a shell from the palette that accepts input without a click', async () => {
    const { palette, quickInput, terminals } = vscode();
    await palette.run('Agents: Open Shell in Task');
    await quickInput.answerTask('Look around');
    await terminals.waitForText(/[#$]/);
    await terminals.waitForFocus();
    await terminals.type('echo it is $((6 * 7))');
    await terminals.press('Enter');
    await terminals.waitForText(/^it is 42$/m);
  });
});
