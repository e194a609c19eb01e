import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath } from '../../scripts/lib/findOnPath.mjs';
import { installScriptedAgent, SCRIPTED, START_BY_KEY } from './support/scriptedAgent';
import type { UiSandbox } from './support/uiSandbox';
import { useVsCode } from './support/useVsCode';

const TASK = /^Task Fix the till, \w+, Scripted, 4 files \+4 −3, to review$/;

describe('what a task has changed', () => {
  const vscode = useVsCode({
    folders: ['shop'],
    agent: installScriptedAgent,
    prepare,
    keybindings: [START_BY_KEY],
  });
  const inShop = (name: string): string => join(vscode().sandbox.folders[0] ?? '', name);

  it('is in the row of its task while its agent runs, and in a row for each file', async () => {
    const { page, sessions, terminals } = vscode();
    await sessions.open();
    await page.keyboard.press('Control+Alt+1');
    await terminals.waitForText('agent in shop args:');
    await sessions.waitForTree('Task Fix the till, idle, Scripted');
    writeFileSync(inShop('new.js'), 'a\nb\n');
    await sessions.waitForTree(/^Task Fix the till, \w+, Scripted, 1 file \+2 −0, to review$/);
    // The session rests since before, so only the watcher of the files can lead to the second row.
    writeFileSync(inShop('greet.js'), 'export const greet = (name) => {\n  return name;\n};\n');
    renameSync(inShop('old.js'), inShop('renamed.js'));
    rmSync(inShop('gone.js'));
    await sessions.waitForTree(TASK);
    await vscode().palette.run('Agent Terminals: Focus on Sessions View');
    await page.keyboard.press('Home');
    await sessions.waitForFocusedRow('Task Fix the till');
    await page.keyboard.press('ArrowRight');
    await sessions.click('Changes of Fix the till');
    await page.keyboard.press('ArrowRight');
    await sessions.waitForTree(
      /\n {4}greet\.js, modified, \+2 −2\n {4}new\.js, untracked, \+2 −0\n/,
    );
    await sessions.waitForTree(/\n {4}renamed\.js, renamed, renamed from old\.js$/);
    await vscode().screenshot('what a task has changed');
  });

  it('can be only what is not committed', async () => {
    const { palette, sessions } = vscode();
    await palette.run('Agents: Show Uncommitted Changes Only');
    await sessions.waitForTree(/\n {2}Uncommitted changes of Fix the till, 4 files \+4 −3\n/);
    await palette.run('Agents: Show All Changes');
    await sessions.waitForTree(/\n {2}Changes of Fix the till, 4 files \+4 −3\n/);
  });

  it('opens as a diff by a click', async () => {
    await vscode().sessions.click('greet.js, ');
    await vscode().tabs.waitForNames(['Scripted (Fix the till)', 'greet.js (Fix the till)']);
    await vscode().screenshot('the diff of a file');
  });

  it('opens in one editor by the key of Review Task, on a row of the task', async () => {
    const { page, sessions, tabs } = vscode();
    await sessions.click('Changes of Fix the till');
    await page.keyboard.press('Control+k');
    await page.keyboard.press('r');
    await tabs.waitForNames(['Scripted (Fix the till)', 'Fix the till (4 files)']);
    await vscode().screenshot('the review of a task');
    assert.equal(git(inShop('.'), 'stash', 'list'), '');
  });
});

describe('two tasks that change the same file', () => {
  const vscode = useVsCode({
    folders: ['shop'],
    agent: installScriptedAgent,
    prepare,
    settings: {
      'agentTerminals.statusRules': {
        [SCRIPTED]: [
          { id: 'asks', shows: 'question', all: ['heard may I'] },
          { id: 'works', shows: 'working', all: ['heard begin'] },
          { id: 'rests', shows: 'idle', all: ['agent in'] },
        ],
      },
    },
    keybindings: [
      START_BY_KEY,
      {
        key: 'ctrl+alt+2',
        command: 'agentTerminals.startAgent',
        args: { provider: SCRIPTED, task: 'Sell the pears', worktree: true },
      },
    ],
  });

  it('are sorted by need, and counted in the title', async () => {
    const { page, palette, quickInput, sessions, terminals } = vscode();
    await sessions.open();
    await page.keyboard.press('Control+Alt+1');
    await terminals.waitForText('agent in shop args:');
    await page.keyboard.press('Control+Alt+2');
    await terminals.waitForText('agent in sell-the-pears args:');
    await sessions.waitForTree(
      'Task Sell the pears, idle, Scripted, agent/sell-the-pears\nTask Fix the till, idle, Scripted',
    );
    await palette.run('Agents: Sort Tasks...');
    await quickInput.waitFor('How should tasks be sorted?');
    await quickInput.pick('By Need');
    await sessions.click('Task Fix the till');
    await terminals.waitForText('agent in shop args:');
    await terminals.waitForFocus();
    await terminals.type('begin\n');
    await sessions.waitForTree(/^Task Fix the till, working/);
    const title = page.locator('.part.sidebar .title-label');
    await title.filter({ hasText: 'Sessions · 1 working' }).waitFor();
    await terminals.type('may I\n');
    await sessions.waitForTree(/^Task Fix the till, needs you: question, Scripted\nTask Sell/);
    await page.locator('.pane-header', { hasText: '1 needs you' }).waitFor();
    await vscode().screenshot('tasks by need');
  });

  it('name each other, and Show Both opens both diffs', async () => {
    const { palette, sessions, tabs } = vscode();
    const [shop = ''] = vscode().sandbox.folders;
    for (const root of [shop, join(shop, '..', 'shop.worktrees', 'sell-the-pears')]) {
      writeFileSync(join(root, 'greet.js'), 'export const greet = () => {\n  return 2;\n};\n');
    }
    await palette.run('Agents: Refresh');
    await sessions.waitForTree(/^Task Fix the till, .*, 1 file \+1 −1, overlaps Sell the pears\n/);
    await sessions.pressInMenu('Task Sell the pears', 'Show Both');
    await tabs.waitForGroups([
      [/Scripted/, /greet\.js \(Sell the pears\)\*/, /Scripted/],
      [/greet\.js \(Fix the till\)\*/],
    ]);
    await vscode().screenshot('the same file of two tasks');
  });
});

/** Has a repository in the folder, and git on the PATH. */
function prepare({ folders: [shop = ''], home }: UiSandbox): Promise<void> {
  symlinkSync(findOnPath(['git']) ?? '', join(home, 'bin', 'git'));
  writeFileSync(join(shop, 'greet.js'), 'export const greet = () => {\n  return 1;\n};\n');
  writeFileSync(join(shop, 'old.js'), Array.from({ length: 20 }, (_, at) => `${at}\n`).join(''));
  writeFileSync(join(shop, 'gone.js'), 'x\n');
  git(shop, 'init', '--quiet', '--initial-branch', 'main');
  git(shop, 'add', '.');
  git(
    shop,
    '-c',
    'user.name=a',
    '-c',
    'user.email=a@localhost',
    'commit',
    '--quiet',
    '-m',
    'first',
  );
  return Promise.resolve();
}

function git(cwd: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();
}
