import assert from 'node:assert/strict';
import { END_LIMIT_MS } from './support/limits';
import { agentsStarted, installScriptedAgent, isAlive, waitForEnd } from './support/scriptedAgent';
import { useVsCode } from './support/useVsCode';

describe('a window', () => {
  const vscode = useVsCode({ folders: ['shop'], agent: installScriptedAgent });

  it('offers an agent in the + menu of the terminals', async () => {
    const { page, palette, quickInput, sessions, terminals } = vscode();
    await sessions.open();
    await palette.run('View: Toggle Terminal');
    await terminals.waitForText(/[#$]/);
    await terminals.focus();
    await terminals.launchProfile('Agent');
    await quickInput.waitFor('Which agent?');
    await quickInput.pick('Scripted');
    await quickInput.answerTask('Fix the till');
    await terminals.waitForText('task: Fix the till');
    await sessions.waitForTree(/^Task Fix the till, 1 running\n {2}Scripted, /);
    assert.equal(await page.locator('.part.editor .tab').count(), 0);
    await vscode().screenshot('an agent in the panel');
  });

  it('shows no message after the picker of a terminal profile is cancelled', async () => {
    const { notifications, quickInput, sessions, terminals } = vscode();
    const before = await sessions.tree();
    await terminals.launchProfile('Agent');
    await quickInput.waitFor('Which agent?');
    await vscode().page.keyboard.press('Escape');
    await quickInput.waitUntilClosed();
    // A message would appear before this picker.
    await vscode().palette.run('Agents: Check Which Agents Are Installed');
    await quickInput.waitFor('Which agent?');
    await vscode().page.keyboard.press('Escape');
    assert.deepEqual(await notifications.messages(), []);
    assert.equal((await sessions.tree()).split('\n').length, before.split('\n').length);
    assert.equal((await agentsStarted(vscode().sandbox)).length, 1);
  });

  it('ends its agents when it closes, also one that ignores signals', async () => {
    const { page, sandbox, terminals } = vscode();
    await terminals.focus();
    await terminals.type('ignore signals\n');
    await terminals.waitForText('deaf from now on');
    const started = await agentsStarted(sandbox);
    assert.deepEqual(started.map(isAlive), [true]);
    await page.goto('about:blank');
    await waitForEnd(started, END_LIMIT_MS);
  });
});
