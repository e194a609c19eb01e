import assert from 'node:assert/strict';
import { END_LIMIT_MS } from './support/limits';
import { agentsStarted, installScriptedAgent, isAlive, waitForEnd } from './support/scriptedAgent';
import { useVsCode } from './support/useVsCode';

/** More items than any menu of the extension has. */
const MENU_ITEMS = 30;

describe('the keyboard alone', () => {
  const vscode = useVsCode({ folders: ['shop'], agent: installScriptedAgent });

  before(async () => {
    await vscode().page.addInitScript(
      `addEventListener('mousedown', () => (globalThis.mouseWasUsed = true), true)`,
    );
    await vscode().load({ ew: 'true' });
  });
  afterEach(async () => {
    assert.equal(await vscode().page.evaluate('globalThis.mouseWasUsed ?? false'), false);
  });

  it('starts an agent from an empty window, and types into it', async () => {
    const { page, palette, sandbox, quickInput, sessions, terminals } = vscode();
    await page.keyboard.press('Control+K');
    await page.keyboard.press('Control+O');
    await quickInput.waitFor('Open Folder');
    const ofHome = quickInput.rows().getByText('bin');
    await ofHome.waitFor();
    await quickInput.input.fill(`${sandbox.folders[0]}/`);
    // Enter opens the folder of the list, which follows the input with a delay.
    await ofHome.waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await page.waitForURL(/folder=.*shop/);
    await sessions.icon.waitFor();
    await palette.runByKeyboard('Agent Terminals: Focus on Sessions View');
    await sessions.waitForWelcome('A task is a piece of work in this folder');
    await vscode().screenshot('no session');

    await page.keyboard.press('Control+K');
    await page.keyboard.press('a');
    await quickInput.waitFor('Which agent?');
    await quickInput.pickByKeyboard('Scripted');
    await quickInput.waitFor('A few words for the piece of work.');
    await quickInput.answer('Fix the till');
    await terminals.waitForText('task: Fix the till');
    await terminals.waitForFocus();
    await terminals.type('hello\n');
    await terminals.waitForText('heard hello');
  });

  it('selects the row of the agent in the tree, and focuses its terminal by Enter', async () => {
    const { page, palette, sessions, terminals } = vscode();
    await palette.runByKeyboard('Agent Terminals: Focus on Sessions View');
    await sessions.waitForTree(/^Task Fix the till, idle, Scripted$/);
    await page.keyboard.press('Home');
    await sessions.waitForFocusedRow('Task Fix the till');
    await vscode().screenshot('a row with the keyboard on it');
    await page.keyboard.press('Enter');
    await terminals.waitForFocus();
    await terminals.type('again\n');
    await terminals.waitForText('heard again');
  });

  it('renames the task by F2', async () => {
    const { page, palette, quickInput, sessions } = vscode();
    await palette.runByKeyboard('Agent Terminals: Focus on Sessions View');
    await sessions.waitForFocusedRow('Task Fix the till');
    await page.keyboard.press('F2');
    await quickInput.waitFor('Task name');
    await quickInput.answer('Mend the till');
    await sessions.waitForTree(/^Task Mend the till, idle, Scripted$/);
  });

  it('renames the session by the context menu of its row', async () => {
    const { page, quickInput, sessions } = vscode();
    await sessions.waitForFocusedRow('Task Mend the till');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Rename Session...' }).waitFor();
    const rename = page.locator('.monaco-menu .action-item.focused', {
      hasText: 'Rename Session...',
    });
    for (let items = 0; items < MENU_ITEMS && !(await rename.isVisible()); items++) {
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await quickInput.waitFor('Session name');
    await quickInput.answer('Cashier');
    await sessions.waitForTree(/^Task Mend the till, idle, Cashier, Scripted$/);
  });

  it('kills the session by Delete, after a confirmation', async () => {
    const { dialog, page, palette, sandbox, sessions } = vscode();
    const started = await agentsStarted(sandbox);
    assert.deepEqual(started.map(isAlive), [true]);
    await palette.runByKeyboard('Agent Terminals: Focus on Sessions View');
    await page.keyboard.press('End');
    await sessions.waitForFocusedRow('Cashier');
    await page.keyboard.press('Delete');
    await dialog.waitFor('Kill Cashier (Mend the till)?');
    await page.keyboard.press('Enter');
    await dialog.waitUntilClosed();
    await waitForEnd(started, END_LIMIT_MS);
    await sessions.waitForTree(/^Task Mend the till, not running/);
  });

  it('opens the session by its key', async () => {
    const { page, quickInput, terminals } = vscode();
    await page.keyboard.press('Control+K');
    await page.keyboard.press('Shift+A');
    await terminals.waitForText('task: Mend the till');
    await terminals.waitForFocus();
    assert.equal(await quickInput.rows().count(), 0);
  });
});
