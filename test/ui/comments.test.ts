import { startDemonstrationAgent } from './support/demonstrationAgent';
import { AGENT_LIMIT_MS, UI_LIMIT_MS } from './support/limits';
import { useVsCode } from './support/useVsCode';

const TASK = 'Greet a team';
const LOOP = 'return list.map(greet)';
const ADD_COMMENT = 'Comments: Add Comment on Current Selection';

describe('the review of what an agent has changed in a worktree', function () {
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

  async function type(text: string): Promise<void> {
    const { page } = vscode();
    const box = page.locator('.review-widget .monaco-editor.focused');
    await box.waitFor({ timeout: UI_LIMIT_MS });
    await page.keyboard.type(text);
    await box.filter({ hasText: text.split(' ').at(-1) ?? '' }).waitFor({ timeout: UI_LIMIT_MS });
  }

  it('begins with changes that wait for it', async () => {
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

  it('takes comments on both sides by the mouse, and sends them as one prompt', async () => {
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

  it('goes on by the keyboard alone', async () => {
    const { needsYou, page, palette, sessions, tabs, terminals } = vscode();
    await palette.run('View: Close All Editors in Group');
    await palette.run('Agent Terminals: Focus on Sessions View');
    await page.keyboard.press('Home');
    await sessions.waitForFocusedRow(TASK);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await sessions.waitForFocusedRow('greet.js');
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
    await palette.run('Agent Terminals: Focus on Sessions View');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await sessions.waitForFocusedRow('greet.js');
    await page.keyboard.press('Enter');
    await waitForFocusedDiff();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Shift+M');
    await sessions.waitForTree(/1 reviewed/);
    await vscode().screenshot('a review by the keyboard');
  });
});
