import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findOnPath } from '../../scripts/lib/findOnPath.mjs';
import {
  agentsStarted,
  installScriptedAgent,
  SCRIPTED,
  START_BY_KEY,
} from './support/scriptedAgent';
import { waitFor } from '../support/waitFor';
import { UI_LIMIT_MS } from './support/limits';
import type { UiSandbox } from './support/uiSandbox';
import { useVsCode } from './support/useVsCode';

/** Waits for a file of the test, so that the setup is visible; fails if the test requests it. */
const SETUP = ['while ! test -e "$HOME/go"; do sleep 0.1; done', 'test ! -e "$HOME/fail"'];

/** A hook of git that ends when the test removes a file. */
const HOOK = '#!/bin/sh\nwhile test -e "$HOME/slow"; do sleep 0.1; done\n';

describe('a task with a worktree', () => {
  const vscode = useVsCode({
    folders: ['shop'],
    agent: installScriptedAgent,
    prepare,
    settings: {
      'agentTerminals.worktree.mode': 'ask',
      'agentTerminals.worktree.setup': SETUP,
    },
    keybindings: [
      START_BY_KEY,
      {
        key: 'ctrl+alt+2',
        command: 'agentTerminals.startAgent',
        args: { provider: SCRIPTED, task: 'Try it', worktree: true },
      },
    ],
  });

  const inHome = (name: string): string => join(vscode().sandbox.home, name);
  const shop = (): string => vscode().sandbox.folders[0] ?? '';
  const branches = (): string => git(shop(), 'branch', '--format=%(refname:short)');
  const worktree = (): string => {
    const list = git(shop(), 'worktree', 'list', '--porcelain');
    const [, path] = /^worktree (?!.*\/shop$)(.+)$/m.exec(list) ?? [];
    assert.ok(path, 'there is no worktree');
    return path;
  };
  const refresh = () => vscode().palette.run('Agents: Refresh');

  it('is created if the person chooses it, and set up in a terminal', async () => {
    const { palette, quickInput, sessions, terminals } = vscode();
    await sessions.open();
    await palette.run('Agents: New Task...');
    await quickInput.answerTask('Fix the till');
    await quickInput.waitFor('Where should "Fix the till" be worked on?');
    await vscode().screenshot('the question for a worktree');
    await quickInput.pick('In a worktree of its own');
    await terminals.waitForText('$ while ! test -e');
    await sessions.waitForTree(/^Task Fix the till, \w+, Setup, Shell, agent\/fix-the-till$/);
    await vscode().screenshot('the setup of a worktree');
  });

  it('starts its agent after the setup', async () => {
    const { page, sessions, tabs, terminals } = vscode();
    await page.keyboard.press('Control+Alt+1');
    assert.deepEqual(await agentsStarted(vscode().sandbox), []);
    writeFileSync(inHome('go'), '');
    await terminals.waitForText('agent in fix-the-till args:');
    await tabs.waitForNames(['Scripted (Fix the till)']);
    await sessions.waitForTree('Task Fix the till, idle, Scripted, agent/fix-the-till');
  });

  it('shows the number of its changes and commits', async () => {
    const { sessions } = vscode();
    writeFileSync(join(worktree(), 'receipt.txt'), 'x');
    writeFileSync(join(worktree(), 'till.txt'), 'two\n');
    await refresh();
    await sessions.waitForTree(
      /^Task Fix the till, idle, Scripted, 2 files \+2 −1, to review, agent\/fix-the-till, 2 uncommitted$/,
    );
    git(worktree(), 'commit', '-am', 'second');
    await refresh();
    await sessions.waitForTree(/ agent\/fix-the-till, 1 ahead, 1 uncommitted$/);
    await vscode().screenshot('a task with a worktree');
  });

  it('is deleted only after a question that names what would be lost', async () => {
    const { dialog, sessions } = vscode();
    const path = worktree();
    await sessions.pressInMenu('Task Fix the till', 'Delete Task...');
    const question = await dialog.waitFor('Delete task "Fix the till"?');
    assert.match(question, /Scripted runs in it and ends\./);
    assert.match(question, /1 untracked file \(receipt\.txt\)/);
    assert.match(question, /1 unpushed commit \(\w+ second\)/);
    await vscode().screenshot('the question before a task is deleted');
    await dialog.dismiss();
    assert.ok(existsSync(join(path, 'receipt.txt')));
    await sessions.pressInMenu('Task Fix the till', 'Delete Task...');
    await dialog.waitFor('Delete task "Fix the till"?');
    await dialog.answer('Delete Task and Branch');
    await sessions.waitForTree('');
    assert.equal(existsSync(path), false);
    assert.equal(branches(), 'main');
  });

  it('leaves nothing behind if its creation is cancelled', async () => {
    const { notifications, palette, quickInput, sessions } = vscode();
    const slow = inHome('slow');
    writeFileSync(slow, '');
    writeFileSync(join(shop(), '.git', 'hooks', 'post-checkout'), HOOK, { mode: 0o755 });
    await palette.run('Agents: New Task...');
    await quickInput.answerTask('Too slow');
    await quickInput.waitFor('Where should "Too slow" be worked on?');
    await quickInput.pick('In a worktree of its own');
    await notifications.waitFor('Checking out agent/too-slow');
    await vscode().screenshot('a worktree being made');
    await notifications.press('Creating a worktree for "Too slow"', 'Cancel');
    await waitFor(() => branches() === 'main', { limitMs: UI_LIMIT_MS, what: 'no branch' });
    rmSync(slow);
    await sessions.waitForTree('');
    assert.equal(git(shop(), 'worktree', 'list', '--porcelain').match(/^worktree /gm)?.length, 1);
    assert.deepEqual(await readdir(join(shop(), '..', 'shop.worktrees')).catch(() => []), []);
    await waitFor(async () => (await notifications.messages()).length === 0, {
      limitMs: UI_LIMIT_MS,
      what: 'all messages to close',
    });
  });

  it('starts no agent if its setup fails, unless the person chooses Start Anyway', async () => {
    const { notifications, page, sessions, terminals } = vscode();
    const before = await agentsStarted(vscode().sandbox);
    writeFileSync(inHome('fail'), '');
    await page.keyboard.press('Control+Alt+2');
    const message = await notifications.waitFor('failed with code 1');
    assert.match(message, /"test ! -e "\$HOME\/fail"" of the setup of task "Try it"/);
    assert.deepEqual(await agentsStarted(vscode().sandbox), before);
    await vscode().screenshot('a setup that failed');
    await notifications.press('failed with code 1', 'Start Anyway');
    await terminals.waitForText('agent in try-it args:');
    await sessions.waitForTree(/Task Try it, 1 running[^]*Scripted, idle/);
    rmSync(inHome('fail'));
  });
});

describe('a task with a worktree, from the tree', () => {
  const shop = (name: string): object => ({ folder: 'shop', task: name });
  const vscode = useVsCode({
    folders: ['shop', 'sign'],
    agent: installScriptedAgent,
    prepare: async (sandbox) => {
      await prepare(sandbox);
      writeFileSync(join(sandbox.home, 'go'), '');
    },
    settings: { 'agentTerminals.worktree.setup': SETUP },
    keybindings: [
      {
        key: 'ctrl+alt+1',
        command: 'agentTerminals.startAgent',
        args: { ...shop('Mend'), provider: SCRIPTED },
      },
      {
        key: 'ctrl+alt+2',
        command: 'agentTerminals.newTask',
        args: { ...shop('Paint'), worktree: true },
      },
      {
        key: 'ctrl+alt+3',
        command: 'agentTerminals.startAgent',
        args: { ...shop('Paint'), provider: SCRIPTED },
      },
    ],
  });

  const inShop = (name: string): string => join(vscode().sandbox.folders[0] ?? '', name);
  const inFork = (name: string): string => join(inShop('..'), 'shop.worktrees', 'mend-fork', name);
  const chooseFork = async (place: string): Promise<void> => {
    const { quickInput, sessions } = vscode();
    // One that starts cannot be forked.
    await sessions.pressInMenu('Task Mend, idle', 'Fork Session...');
    await quickInput.waitFor('Where should the fork work?');
    await vscode().screenshot('the question for the place of a fork');
    await quickInput.pick(place);
  };

  it('is created for a fork if the person chooses it, with the uncommitted changes', async () => {
    const { page, sessions, terminals } = vscode();
    await sessions.open();
    await page.keyboard.press('Control+Alt+1');
    await terminals.waitForText('agent in shop args:');
    await terminals.type('measure twice\n');
    await terminals.waitForText('heard measure twice');
    writeFileSync(inShop('till.txt'), 'two\n');
    writeFileSync(inShop('receipt.txt'), 'x');
    await chooseFork('In a worktree with its uncommitted changes');
    await terminals.waitForText(
      /heard measure twice[^]*Forked from Scripted[^]*agent in mend-fork/,
    );
    await sessions.waitForTree(
      /Task Mend fork, \w+, Scripted fork, 2 files \+2 −1, to review, overlaps Mend, agent\/mend-fork, 2 uncommitted\n/,
    );
    assert.equal(readFileSync(inFork('till.txt'), 'utf8'), 'two\n');
    assert.ok(existsSync(inFork('receipt.txt')));
    await vscode().screenshot('a fork in a worktree');
  });

  it('is not created for a fork in the same task', async () => {
    const { sessions, terminals } = vscode();
    writeFileSync(inFork('till.txt'), 'three\n');
    assert.equal(readFileSync(inShop('till.txt'), 'utf8'), 'two\n');
    await chooseFork('In this task');
    await terminals.waitForText(/Forked from Scripted[^]*agent in shop/);
    await sessions.waitForTree(
      /Task Mend, 2 running, 2 files \+2 −1, to review, overlaps Mend fork\n/,
    );
    assert.equal(git(inShop(''), 'worktree', 'list').split('\n').length, 2);
  });

  it('is archived after its changes are committed, and its branch is kept', async () => {
    const { dialog, notifications, sessions } = vscode();
    await notifications.clear();
    await sessions.pressInMenu('Task Mend fork', 'Archive Task');
    const refusal = await notifications.waitFor('Task "Mend fork" was not archived');
    assert.match(refusal, /1 uncommitted file \(till\.txt\), 1 untracked file \(receipt\.txt\)/);
    await vscode().screenshot('a task that is not archived');
    git(inFork(''), 'add', '.');
    git(inFork(''), 'commit', '-m', 'third');
    await sessions.pressInMenu('Task Mend fork', 'Archive Task');
    const question = await dialog.waitFor('Archive task "Mend fork"?');
    assert.match(question, /Scripted fork runs in it and ends\./);
    await vscode().screenshot('the question before a task is archived');
    await dialog.answer('Archive Task');
    await sessions.waitForTree(
      /^(?![^]*Mend fork)[^]*Task Mend, 2 running, 2 files \+2 −1, to review\n/,
    );
    assert.equal(existsSync(inFork('')), false);
    assert.match(git(inShop(''), 'branch'), /agent\/mend-fork/);
  });

  it('is unarchived with its changes, and set up', async () => {
    const { quickInput, sessions, tabs } = vscode();
    await sessions.pressInMenu('shop', 'Unarchive Task...');
    await quickInput.waitFor('Which task do you want to unarchive?');
    await vscode().screenshot('the tasks to take up again');
    await quickInput.pick('Mend fork');
    await sessions.waitForTree(
      /Task Mend fork, not running, .*Scripted fork, 2 files \+2 −1, to review, overlaps Mend, agent\/mend-fork, 1 ahead\n/,
    );
    assert.equal(readFileSync(inFork('till.txt'), 'utf8'), 'three\n');
    assert.equal(git(inFork(''), 'status', '--porcelain'), '');
    await waitFor(async () => !(await tabs.names()).some((name) => name.startsWith('Setup')), {
      limitMs: UI_LIMIT_MS,
      what: 'the end of the setup',
    });
    await vscode().screenshot('a task that was taken up again');
  });

  it('is set up before its first agent, even if the window was reloaded during the setup', async () => {
    const { page, sessions, terminals } = vscode();
    const go = join(vscode().sandbox.home, 'go');
    rmSync(go);
    await page.keyboard.press('Control+Alt+2');
    await sessions.waitForTree(/Task Paint, \w+, Setup, Shell, agent\/paint/);
    await vscode().load();
    await sessions.open();
    await sessions.waitForTree(/Task Paint, no sessions, agent\/paint/);
    const before = await agentsStarted(vscode().sandbox);
    await page.keyboard.press('Control+Alt+3');
    await terminals.waitForText('$ while ! test -e');
    await vscode().screenshot('a setup that is begun again');
    assert.deepEqual(await agentsStarted(vscode().sandbox), before);
    writeFileSync(go, '');
    await terminals.waitForText('agent in paint args:');
  });
});

/** Creates a repository, and puts git on the PATH of the person's login shell. */
function prepare({ folders: [shop = ''], home }: UiSandbox): Promise<void> {
  symlinkSync(findOnPath(['git']) ?? '', join(home, 'bin', 'git'));
  writeFileSync(join(shop, 'till.txt'), 'one\n');
  git(shop, 'init', '--initial-branch=main');
  git(shop, 'add', 'till.txt');
  git(shop, 'commit', '-m', 'first');
  return Promise.resolve();
}

function git(cwd: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost'];
  return execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8' }).trim();
}
