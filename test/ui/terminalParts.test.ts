import assert from 'node:assert/strict';
import { waitFor } from '../support/waitFor';
import { END_LIMIT_MS, UI_LIMIT_MS } from './support/limits';
import {
  agentsStarted,
  installScriptedAgent,
  isAlive,
  START_BY_KEY,
  waitForEnd,
} from './support/scriptedAgent';
import type { TerminalPart } from './support/terminals';
import { useVsCode } from './support/useVsCode';

/** The command that hides the terminal in each part. */
const HIDE = {
  editor: 'File: New Untitled Text File',
  panel: 'View: Hide Panel',
} as const satisfies Record<TerminalPart, string>;

const ENDED = /^Task Fix the till, not running, starts a new conversation, Scripted$/;

describe('the terminals of a session', () => {
  const vscode = useVsCode({
    folders: ['shop'],
    agent: installScriptedAgent,
    keybindings: [START_BY_KEY],
  });

  const checkEcho = async (words: string): Promise<void> => {
    await vscode().terminals.type(`${words}\n`);
    await vscode().terminals.waitForText(`heard ${words}`);
  };

  const printedSizes = async (): Promise<readonly string[]> => {
    const [text = ''] = await vscode().terminals.texts();
    return text.match(/^\d+ \d+$/gm) ?? [];
  };

  /** Queries the size of the agent until it equals that of the terminal. */
  const waitForSize = async (): Promise<void> => {
    const { terminals } = vscode();
    const isSizeCurrent = async (): Promise<boolean> => {
      const before = (await printedSizes()).length;
      await terminals.type('size\n');
      const what = 'an answer of the agent';
      await waitFor(async () => (await printedSizes()).length > before, {
        limitMs: UI_LIMIT_MS,
        what,
      });
      return (await printedSizes()).at(-1) === (await terminals.size());
    };
    await waitFor(isSizeCurrent, { limitMs: UI_LIMIT_MS, what: 'the size of the terminal' });
  };

  before(async () => {
    const { page, sessions, terminals } = vscode();
    await sessions.open();
    await page.keyboard.press('Control+Alt+1');
    await terminals.waitForText('agent in shop args:');
    await terminals.waitForFocus();
    await checkEcho('the first words');
  });

  const MOVES: readonly (readonly [string, TerminalPart, TerminalPart])[] = [
    ['Terminal: Move Terminal into Panel', 'editor', 'panel'],
    ['Terminal: Move Terminal into Editor Area', 'panel', 'editor'],
  ];
  for (const [command, from, to] of MOVES) {
    it(`continue when VS Code moves them from the ${from} to the ${to}`, async () => {
      const { palette, sessions, terminals } = vscode();
      await waitForSize();
      const [before = ''] = await terminals.texts(from);
      await palette.run(command);
      await terminals.waitForTexts(from, []);
      await terminals.waitForTexts(to, ['heard the first words']);
      assert.deepEqual(await terminals.texts(to), [before]);
      await vscode().screenshot(`moved to the ${to}`);

      await terminals.waitForFocus();
      await waitForSize();
      await checkEcho(`words in the ${to}`);
      assert.deepEqual((await agentsStarted(vscode().sandbox)).map(isAlive), [true]);
      await sessions.waitForTree(/^Task Fix the till, (active|idle), Scripted$/);
    });

    it(`are shown in the ${to} by a click in the tree`, async () => {
      const { palette, sessions, terminals } = vscode();
      await palette.run(HIDE[to]);
      await terminals.waitForTexts(to, []);
      await sessions.click('Task Fix the till');
      await terminals.waitForTexts(to, [`heard words in the ${to}`]);
      await terminals.waitForFocus();
      assert.deepEqual(await terminals.texts(from), []);
      await checkEcho(`click to the ${to}`);
    });
  }

  it('open in each place that the menu of its row offers', async () => {
    const { palette, sessions, tabs, terminals } = vscode();
    await palette.run('View: Close Other Editors in Group');
    const menu = await sessions.showMenu('Task Fix the till');
    await vscode().screenshot('the menu of a session');
    await sessions.hideMenu();
    assert.deepEqual(menu.slice(0, 4), [
      'Open Session...',
      'Open in Editor Area',
      'Open in Panel',
      'Open to the Side',
    ]);
    await sessions.pressInMenu('Task Fix the till', 'Open in Panel');
    await terminals.waitForTexts('panel', ['click to the editor']);
    await terminals.waitForTexts('editor', ['click to the editor']);
    await terminals.waitForFocus();
    await sessions.pressInMenu('Task Fix the till', 'Open in Editor Area');
    await tabs.waitForNames(['Scripted (Fix the till)', 'Scripted (Fix the till)']);
    await terminals.waitForFocus();
    await checkEcho('a third terminal');
    await terminals.waitForTexts('panel', ['heard a third terminal']);
    await palette.run('View: Hide Panel');
    await palette.run('View: Close Other Editors in Group');
    await tabs.waitForNames(['Scripted (Fix the till)']);
  });

  it('show the same screen in two tabs side by side, and both accept input', async () => {
    const { sessions, tabs, terminals } = vscode();
    await sessions.pressInline('Task Fix the till', 'Open to the Side');
    await terminals.waitForTexts('editor', ['a third terminal', 'a third terminal']);
    await terminals.waitForFocus();
    for (const index of [0, 1]) {
      await terminals.focus('editor', index);
      await terminals.type(`typed in ${index}\n`);
      const echo = `heard typed in ${index}`;
      await terminals.waitForTexts('editor', [echo, echo]);
    }
    const [left, right] = await terminals.texts('editor');
    assert.equal(left, right);
    await vscode().screenshot('one session in two tabs');

    await tabs.close('Scripted');
    await terminals.waitForTexts('editor', ['heard typed in 1']);
    await terminals.focus('editor');
    await checkEcho('the other one');
    await sessions.waitForTree(/^Task Fix the till, (active|idle), Scripted$/);
  });

  it('show the screen again by a click after the last one was closed', async () => {
    const { palette, sessions, tabs, terminals } = vscode();
    const [before = ''] = await terminals.texts('editor');
    await tabs.close('Scripted');
    await tabs.waitForNames([]);
    await sessions.click('Task Fix the till');
    await terminals.waitForTexts('panel', ['heard the other one']);
    await palette.run('Terminal: Kill the Active Terminal Instance');
    await sessions.waitForTree(/^Task Fix the till, (active|idle), in background, Scripted$/);

    await sessions.click('Task Fix the till');
    await terminals.waitForTexts('editor', ['heard the other one']);
    assert.deepEqual(await terminals.texts('editor'), [before]);
    await sessions.waitForTree(/^Task Fix the till, (active|idle), Scripted$/);
  });

  it('show the last screen after the exit, also if they were closed', async () => {
    const { sessions, tabs, terminals } = vscode();
    await terminals.waitForFocus();
    await terminals.type('quit 3\n');
    await sessions.waitForTree(/agent exited with code 3, shell idle, Scripted$/);
    await terminals.type('exit 4\n');
    await sessions.waitForTree(/^Task Fix the till, exited with code 4, Scripted$/);
    await tabs.waitForNames([]);
    await sessions.click('Task Fix the till');
    await terminals.waitForText(/heard the other one[^]*exit 4/);
    await vscode().screenshot('the last screen of a session');
  });

  it('all close when the session is killed from its row, without a question unless it works', async () => {
    const { dialog, sandbox, sessions, tabs, terminals } = vscode();
    await sessions.pressInline('Task Fix the till, exited', 'Kill Session');
    await tabs.waitForNames([]);
    await sessions.waitForTree(ENDED);
    await sessions.click('Task Fix the till');
    await terminals.waitForText('agent in shop args:');
    await sessions.pressInMenu('Task Fix the till', 'Open in Panel');
    await terminals.waitForTexts('panel', ['agent in shop args:']);
    await sessions.waitForTree(/^Task Fix the till, idle, Scripted$/);
    await sessions.pressInline('Task Fix the till', 'Kill Session');
    await tabs.waitForNames([]);
    await terminals.waitForTexts('panel', []);
    await sessions.waitForTree(ENDED);
    await waitForEnd(await agentsStarted(sandbox), END_LIMIT_MS);
    assert.equal(await dialog.isShown(), false);
  });

  it('open from the + menu of the panel, which shows no message if its picker is cancelled', async () => {
    const { notifications, page, palette, quickInput, sandbox, sessions, tabs, terminals } =
      vscode();
    const before = (await agentsStarted(sandbox)).length;
    await palette.run('View: Toggle Terminal');
    await terminals.waitForText(/[#$]/);
    await terminals.focus();
    await terminals.launchProfile('Agent');
    await quickInput.waitFor('Which agent?');
    await quickInput.pick('Scripted');
    await quickInput.answerTask('Sell the pears');
    await terminals.waitForText('task: Sell the pears');
    await sessions.waitForTree(/Task Sell the pears, \w+, Scripted/);
    await tabs.waitForNames([]);
    await terminals.launchProfile('Agent');
    await quickInput.waitFor('Which agent?');
    await page.keyboard.press('Escape');
    await quickInput.waitUntilClosed();
    // A message would appear before this picker.
    await palette.run('Agents: Check Which Agents Are Installed');
    await quickInput.waitFor('Which agent?');
    await page.keyboard.press('Escape');
    assert.deepEqual(await notifications.messages(), []);
    assert.equal((await agentsStarted(sandbox)).length, before + 1);
    await vscode().screenshot('an agent in the panel');
  });
});
