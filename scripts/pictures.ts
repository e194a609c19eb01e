import { join } from 'node:path';
import { AGENT_LIMIT_MS, UI_LIMIT_MS } from '../test/ui/support/limits';
import { makeUiSandbox } from '../test/ui/support/uiSandbox';
import { UiVsCode } from '../test/ui/support/uiVsCode';
import { provideVsix } from './lib/bundles/builtExtension.mjs';
import { setUpDemonstration } from './lib/demonstration/demonstration.mjs';
import { Owned } from './lib/owned.mjs';
import { ROOT } from './lib/paths.mjs';
import { printLine } from './lib/printLine.mjs';
import { makeSampleWorkspace } from './lib/vscode/sampleWorkspace.mjs';

/** After this time without a sign of work in the status bar, VS Code rests. */
const REST_MS = 3_000;
const VIEWPORT = { width: 1280, height: 800 };
const SIDE_BAR_WIDTH = 380;
const SETTINGS = {
  'agentTerminals.persistence': 'window',
  'agentTerminals.worktree.mode': 'always',
  'workbench.hover.delay': 600_000,
  'diffEditor.useInlineViewWhenSpaceIsLimited': false,
};
const TASK = 'Greet a team';
const COMMENT = 'What if the list is empty?';
const LOOP = 'return list.map(greet)';

const owned = new Owned();
owned.endOnSignals();
void takePictures();

/** Plays the demonstration in VS Code, and stores the pictures of README.md and the pages in `media`. */
async function takePictures(): Promise<void> {
  try {
    const vscode = await openDemonstration();
    await askForPermission(vscode);
    await showChanges(vscode);
    await sendReview(vscode);
    await land(vscode);
  } finally {
    await owned.end();
  }
}

async function openDemonstration(): Promise<UiVsCode> {
  process.env['AGENT_TERMINALS_VSIX'] = await provideVsix();
  const sandbox = await makeUiSandbox(['sample']);
  owned.add({ end: () => sandbox.remove() });
  const folder = await makeSampleWorkspace(sandbox.folders[0]);
  const directory = join(sandbox.home, 'profile');
  const agent = await setUpDemonstration(owned, { directory, folder });
  const vscode = await UiVsCode.open(sandbox, {
    bare: false,
    settings: { ...SETTINGS, ...agent.settings },
    env: agent.env,
    keybindings: [],
  });
  owned.add({ end: () => vscode.close() });
  await vscode.page.setViewportSize(VIEWPORT);
  await vscode.sessions.open();
  await widenSideBar(vscode);
  return vscode;
}

async function askForPermission(vscode: UiVsCode): Promise<void> {
  const { needsYou, page, palette, quickInput, terminals } = vscode;
  await palette.run('Agents: Start Claude in Task...');
  await quickInput.answerTask(TASK);
  await terminals.waitForText(/❯/, AGENT_LIMIT_MS);
  await terminals.waitForFocus();
  await terminals.type('Greet several people at once.');
  await terminals.waitForText('at once.');
  await terminals.press('Enter');
  await needsYou.waitForRow(TASK, AGENT_LIMIT_MS);
  await terminals.waitForText('Do you want to', AGENT_LIMIT_MS);
  const row = page
    .locator('.part.sidebar')
    .getByRole('treeitem', { name: `${TASK},` })
    .first();
  await row.hover();
  await row.getByRole('button', { name: 'Approve' }).waitFor({ timeout: UI_LIMIT_MS });
  await store(vscode, 'needs-you');
}

async function showChanges(vscode: UiVsCode): Promise<void> {
  const { needsYou, sessions, terminals } = vscode;
  await needsYou.pressInline(TASK, 'Approve');
  await terminals.waitForText('It does not check', AGENT_LIMIT_MS);
  await sessions.row(TASK).locator('.monaco-tl-twistie.collapsed').click({ timeout: UI_LIMIT_MS });
  await sessions.row('Changes of').locator('.monaco-tl-twistie.collapsed').click();
  await sessions.click('greet.js, ');
  await modifiedLine(vscode, LOOP).waitFor({ timeout: UI_LIMIT_MS });
  await store(vscode, 'changes');
}

async function sendReview(vscode: UiVsCode): Promise<void> {
  const { page, palette, sessions, terminals } = vscode;
  // Until the diff takes comments, the command is not there.
  const ranges = page.locator('.editor.modified .comment-range-glyph');
  await ranges.first().waitFor({ timeout: UI_LIMIT_MS });
  await modifiedLine(vscode, LOOP).click();
  await palette.run('Comments: Add Comment on Current Selection');
  const box = page.locator('.review-widget .monaco-editor.focused');
  await box.waitFor({ timeout: UI_LIMIT_MS });
  await page.keyboard.type(COMMENT);
  await box.filter({ hasText: 'empty?' }).waitFor({ timeout: UI_LIMIT_MS });
  await page.keyboard.press('Control+Enter');
  await sessions.row('Comments').waitFor({ timeout: UI_LIMIT_MS });
  // A comment that is stored slowly stays closed.
  const shown = page.locator('.review-widget').getByText(COMMENT);
  const icon = page.locator('.editor.modified .comment-thread').first();
  await shown.waitFor({ timeout: REST_MS }).catch(() => icon.click());
  await store(vscode, 'review-comment');
  await palette.run('Agents: Send Review');
  await sessions.click(TASK);
  await terminals.waitForText(COMMENT, AGENT_LIMIT_MS);
  await terminals.waitForText('Do you want to', AGENT_LIMIT_MS);
  await vscode.screenshot('the question after a review');
}

async function land(vscode: UiVsCode): Promise<void> {
  const { dialog, needsYou, notifications, palette, quickInput, sessions } = vscode;
  await needsYou.pressInline(TASK, 'Approve');
  await sessions.waitForTree(/review 1 answered/, AGENT_LIMIT_MS);
  await palette.run('Agents: Commit Task...');
  await quickInput.pickByKeyboard(TASK);
  await quickInput.waitFor(/Which files\?/);
  await quickInput.accept();
  await quickInput.pick('I write it');
  await quickInput.waitFor('First line of the message');
  await quickInput.answer('Greet several people');
  await notifications.waitFor('was committed as');
  await sessions.waitForTree(/1 ahead/);
  await notifications.clear();
  await palette.run('Agents: Land Task...');
  await quickInput.pickByKeyboard(TASK);
  await dialog.waitFor('Land task');
  await storeDialog(vscode, 'landing');
}

async function widenSideBar({ page }: UiVsCode): Promise<void> {
  const { x = 0, width = 0 } = (await page.locator('.part.sidebar').boundingBox()) ?? {};
  await page.mouse.move(x + width, VIEWPORT.height / 2);
  await page.mouse.down();
  await page.mouse.move(x + SIDE_BAR_WIDTH, VIEWPORT.height / 2, { steps: 5 });
  await page.mouse.up();
}

function modifiedLine({ page }: UiVsCode, text: string) {
  return page.locator('.editor.modified .view-line').filter({ hasText: text }).first();
}

/** A question alone, since a picture of the window would be as large as the others. */
async function storeDialog({ page }: UiVsCode, name: string): Promise<void> {
  const path = join(ROOT, 'media', `${name}.png`);
  await page.locator('.monaco-dialog-box').screenshot({ path });
  printLine(path);
}

async function store({ page }: UiVsCode, name: string): Promise<void> {
  const busy = page.locator('.part.statusbar .codicon-loading').first();
  await busy.waitFor({ timeout: REST_MS }).catch(() => undefined);
  await busy.waitFor({ state: 'hidden', timeout: UI_LIMIT_MS });
  const path = join(ROOT, 'media', `${name}.png`);
  await page.screenshot({ path });
  printLine(path);
}
