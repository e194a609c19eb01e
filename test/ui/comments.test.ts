import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '../support/waitFor';
import { startDemonstrationAgent } from './support/demonstrationAgent';
import { AGENT_LIMIT_MS, UI_LIMIT_MS } from './support/limits';
import { useVsCode } from './support/useVsCode';

const TASK = 'Greet a team';
const LOOP = 'return list.map(greet)';
const ADD_COMMENT = 'Comments: Add Comment on Current Selection';

describe('what an agent has changed in a worktree', function () {
  this.timeout(180_000);
  const vscode = useVsCode({
    folders: ['sample'],
    agent: startDemonstrationAgent,
    keybindings: [
      {
        key: 'ctrl+alt+1',
        command: 'agentTerminals.startClaude',
        args: { task: TASK, worktree: true, prompt: 'Greet several people at once.' },
      },
    ],
  });

  const line = (side: 'modified' | 'original', text: string) =>
    vscode().page.locator(`.editor.${side} .view-line`).filter({ hasText: text }).first();

  /** A thread of comments that is open. */
  const thread = (side: 'modified' | 'original', text: string) =>
    vscode().page.locator(`.editor.${side} .review-widget .comment-body`).filter({ hasText: text });

  /** Waits until the right side of a diff takes comments. */
  async function waitForRanges(): Promise<void> {
    const glyphs = vscode().page.locator('.editor.modified .comment-range-glyph');
    await glyphs.first().waitFor({ timeout: UI_LIMIT_MS });
  }

  /** The same, when it has the focus. */
  async function waitForFocusedDiff(): Promise<void> {
    const focused = vscode().page.locator('.editor.modified .monaco-editor.focused');
    await focused.waitFor({ timeout: UI_LIMIT_MS });
    await waitForRanges();
  }

  /** Focuses the row of the changed file. The right arrow expands a row, or goes to the first row in it. */
  async function focusFile(): Promise<void> {
    const { page, palette, sessions } = vscode();
    await palette.run('Agent Terminals: Focus on Sessions View');
    await page.keyboard.press('Home');
    await sessions.waitForFocusedRow(TASK);
    await waitFor(
      async () => {
        await page.keyboard.press('ArrowRight');
        return sessions.isFocused('greet.js');
      },
      { limitMs: UI_LIMIT_MS, what: 'the focus on the row of the changed file' },
    );
  }

  const readSample = () => readFile(join(vscode().sandbox.folders[0] ?? '', 'greet.js'), 'utf8');

  async function type(text: string): Promise<void> {
    const { page } = vscode();
    const box = page.locator('.review-widget .monaco-editor.focused');
    await box.waitFor({ timeout: UI_LIMIT_MS });
    await page.keyboard.type(text);
    await box.filter({ hasText: text.split(' ').at(-1) ?? '' }).waitFor({ timeout: UI_LIMIT_MS });
  }

  it('waits for a review', async () => {
    const { needsYou, page, sessions, terminals } = vscode();
    await sessions.open();
    await page.keyboard.press('Control+Alt+1');
    await needsYou.waitForRow(TASK, AGENT_LIMIT_MS);
    await terminals.waitForText('Do you want to', AGENT_LIMIT_MS);
    await needsYou.pressInline(TASK, 'Approve');
    await terminals.waitForText('It does not check', AGENT_LIMIT_MS);
    await sessions.waitForTree(
      /^Task Greet a team, (done|idle), Claude Code, 1 file \+4 −0, to review, agent\//,
    );
  });

  it('takes comments on both sides by the mouse, which are sent as one prompt', async () => {
    const { needsYou, page, palette, sessions, terminals } = vscode();
    await sessions.row(TASK).locator('.monaco-tl-twistie.collapsed').click();
    await sessions.row('Changes of').locator('.monaco-tl-twistie.collapsed').click();
    await sessions.click('greet.js, ');
    await waitForRanges();
    await line('modified', LOOP).click();
    await palette.run(ADD_COMMENT);
    await type('What if the list is empty?');
    await page.getByRole('button', { name: 'Add Comment' }).click({ timeout: UI_LIMIT_MS });
    await thread('modified', 'What if the list is empty?').waitFor({ timeout: UI_LIMIT_MS });
    await line('original', 'return').click();
    await palette.run(ADD_COMMENT);
    await type('Why an exclamation mark?');
    await page.getByRole('button', { name: 'Add Comment' }).click({ timeout: UI_LIMIT_MS });
    await thread('original', 'Why an exclamation mark?').waitFor({ timeout: UI_LIMIT_MS });
    await sessions.waitForTree(/Comments on the changes of Greet a team, 2 drafts/);
    await vscode().screenshot('comments on both sides of a diff');
    await sessions.pressInline('Comments on', 'Send Review');
    await needsYou.waitForRow(TASK, AGENT_LIMIT_MS);
    await needsYou.pressInline(TASK, 'Approve');
    await sessions.waitForTree(/review 1 answered, 1 file changed since/, AGENT_LIMIT_MS);
    await sessions.click(TASK);
    await terminals.waitForText('What if the list is empty?', AGENT_LIMIT_MS);
  });

  it('is committed and landed by the mouse, and taken out again', async () => {
    const { dialog, notifications, quickInput, sessions } = vscode();
    await sessions.pressInMenu(TASK, 'Commit Task...');
    await quickInput.waitFor(/Which files\?/);
    await vscode().screenshot('the files of a commit');
    await quickInput.accept();
    await quickInput.pick('I write it');
    await quickInput.waitFor('First line of the message');
    await quickInput.answer('Greet a list');
    await notifications.waitFor('was committed as');
    await sessions.waitForTree(/1 ahead/);
    await sessions.pressInMenu(TASK, 'Land Task...');
    assert.match(await dialog.waitFor('Land task "Greet a team" in main?'), /1 commit of agent\//);
    await vscode().screenshot('the question of a landing');
    await dialog.answer('Merge');
    await notifications.waitFor('has landed in main');
    await sessions.waitForTree(/landed/);
    assert.match(await readSample(), /greetAll/);
    await vscode().screenshot('a landed task');
    await notifications.press('has landed in main', 'Undo Land');
    await dialog.waitFor('Undo the landing');
    await dialog.answer('Undo Land');
    await sessions.waitForTree(/1 ahead/);
    assert.doesNotMatch(await readSample(), /greetAll/);
    await notifications.clear();
  });

  it('is reviewed again by the keyboard alone', async () => {
    const { needsYou, page, palette, sessions, tabs, terminals } = vscode();
    await palette.run('View: Close All Editors in Group');
    await focusFile();
    await page.keyboard.press('Enter');
    await tabs.waitForNames(['greet.js (Greet a team)']);
    await waitForFocusedDiff();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Shift+C');
    await type('Greet with a full stop.');
    await page.keyboard.press('Control+Enter');
    await thread('modified', 'Greet with a full stop.').waitFor({ timeout: UI_LIMIT_MS });
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Shift+R');
    await needsYou.waitForRow(TASK, AGENT_LIMIT_MS);
    await page.keyboard.press('Control+k');
    await page.keyboard.press('j');
    await terminals.waitForFocus();
    await terminals.waitForText('Do you want to', AGENT_LIMIT_MS);
    await page.keyboard.press('Enter');
    await sessions.waitForTree(/review 2 answered, 1 file changed since/, AGENT_LIMIT_MS);
    await focusFile();
    await page.keyboard.press('Enter');
    await waitForFocusedDiff();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Shift+M');
    await sessions.waitForTree(/1 reviewed/);
    await vscode().screenshot('a review by the keyboard');
  });

  it('is committed, landed as one commit and archived by the keyboard alone', async () => {
    const { dialog, notifications, page, palette, quickInput, sessions } = vscode();
    await palette.runByKeyboard('Agents: Commit Task...');
    await quickInput.pickByKeyboard(TASK);
    await quickInput.waitFor(/Which files\?/);
    await page.keyboard.press('Enter');
    await quickInput.pickByKeyboard('The agent');
    await quickInput.waitFor('First line of the message');
    await page.keyboard.press('Enter');
    await notifications.waitFor('was committed as');
    await sessions.waitForTree(/2 ahead/);
    await palette.runByKeyboard('Agents: Land Task...');
    await quickInput.pickByKeyboard(TASK);
    await dialog.waitFor('Land task "Greet a team" in main?');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await quickInput.waitFor('First line of the commit in main');
    await page.keyboard.press('Enter');
    await notifications.waitFor('has landed in main');
    await sessions.waitForTree(/landed/);
    assert.match(await readSample(), /Review: Greet with a full stop/);
    await palette.runByKeyboard('Agents: Archive Task');
    await quickInput.pickByKeyboard(TASK);
    await dialog.waitFor('Archive task');
    await page.keyboard.press('Enter');
    await sessions.waitForTree(/^$/);
  });
});
