import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { StartedSession } from '../../src/commands/commandServices';
import type { Core } from '../../src/main/core';
import type { Task } from '../../src/tasks/task';
import { waitFor } from '../support/waitFor';
import { activateExtension, clearAll, Watcher } from './support/extensionApi';
import { GitFolder } from './support/gitFolder';
import { SCRIPTED, ScriptedAgent, setUserSetting } from './support/scriptedAgent';

describe('commands on worktrees', () => {
  let api: Core;
  let agent: ScriptedAgent;
  let repository: GitFolder;
  const watchers: Watcher[] = [];

  before(async () => {
    api = (await activateExtension()).internals;
    agent = await ScriptedAgent.install();
  });
  beforeEach(async () => {
    const alpha = vscode.workspace.workspaceFolders?.find(({ name }) => name === 'alpha');
    assert.ok(alpha, 'there is no folder alpha');
    repository = await GitFolder.create(alpha.uri.fsPath);
  });
  afterEach(async () => {
    watchers.splice(0).forEach((watcher) => watcher.dispose());
    await clearAll(api);
    for (const key of ['worktree.mode', 'worktree.setup', 'worktree.teardown']) {
      await setUserSetting(key, undefined);
    }
    await repository.remove();
  });
  after(() => agent.remove());

  function run<T>(command: string, args: object): Thenable<T | undefined> {
    return vscode.commands.executeCommand<T | undefined>(`agentTerminals.${command}`, args);
  }

  async function newTask(args: object = {}): Promise<Task> {
    const request = { folder: 'alpha', task: 'Fix the till', worktree: true, ...args };
    const made = await run<{ readonly task: string }>('newTask', request);
    const task = made && api.tasks.find(made.task);
    assert.ok(task, 'no task was created');
    return task;
  }

  async function start(args: object): Promise<StartedSession & { watcher: Watcher }> {
    const request = { provider: SCRIPTED, folder: 'alpha', ...args };
    return watch(await run<StartedSession>('startAgent', request));
  }

  async function watch(started: StartedSession | undefined) {
    assert.ok(started, 'no session was started');
    const watcher = new Watcher(api, started.session);
    watchers.push(watcher);
    await watcher.until('size');
    return { ...started, watcher };
  }

  const until = (condition: () => boolean, what: string): Promise<void> =>
    waitFor(condition, { limitMs: 10_000, what });

  it('create a task in a new worktree from a base, and start an agent there', async () => {
    await repository.write('till.txt', 'two\n');
    await repository.git('commit', '-am', 'second');
    const task = await newTask({ base: 'HEAD~1' });
    assert.equal(task.worktree?.branch, 'agent/fix-the-till');
    assert.equal(await readFile(join(task.cwd, 'till.txt'), 'utf8'), 'one\n');
    const { watcher } = await start({ task: task.id });
    await watcher.until(`in ${task.cwd}`);
  });

  it('start an agent in a new worktree, by argument or by the setting', async () => {
    const byArgument = await start({ task: 'One', worktree: true });
    assert.ok(api.tasks.find(byArgument.task)?.worktree);
    await setUserSetting('worktree.mode', 'always');
    const bySetting = await start({ task: 'Two' });
    assert.ok(api.tasks.find(bySetting.task)?.worktree);
    const refused = await start({ task: 'Three', worktree: false });
    assert.equal(api.tasks.find(refused.task)?.worktree, undefined);
    const beside = await start({ folder: 'beta', task: 'Four' });
    assert.equal(api.tasks.find(beside.task)?.worktree, undefined);
  });

  it('set up the worktree before its first agent, in a terminal that closes afterwards', async () => {
    await setUserSetting('worktree.setup', ['echo ready >made', 'cat made']);
    const { task } = await start({ task: 'Set up', worktree: true });
    const { cwd } = api.tasks.find(task) ?? { cwd: '' };
    assert.equal(await readFile(join(cwd, 'made'), 'utf8'), 'ready\n');
    assert.deepEqual(
      vscode.window.terminals.map(({ name }) => name),
      ['Scripted (Set up)'],
    );
  });

  it('archive a task, keep its branch, and unarchive it', async () => {
    const { task: id, session } = await start({ task: 'Fix it', worktree: true });
    const task = api.tasks.find(id);
    assert.ok(task?.worktree);
    await writeFile(join(task.cwd, 'till.txt'), 'two\n');
    await run('archiveTask', { task: id });
    assert.equal(
      api.tasks.find(id)?.archivedAt,
      undefined,
      'a task with uncommitted changes was archived',
    );
    assert.ok(api.sessions.has(session), 'the refused archive ended the agent');
    await repository.gitIn(task.cwd, 'commit', '-am', 'second');
    await setUserSetting('worktree.teardown', ['echo gone >../torn-down']);
    await run('archiveTask', { task: id });
    assert.ok(api.tasks.find(id)?.archivedAt);
    assert.equal(api.sessions.has(session), false);
    assert.equal(existsSync(task.cwd), false);
    const trace = join(task.cwd, '..', 'torn-down');
    assert.equal(await readFile(trace, 'utf8'), 'gone\n');
    await rm(trace);
    assert.deepEqual(await repository.branches(), ['agent/fix-it', 'main']);
    await run('unarchiveTask', { task: id });
    const again = api.tasks.find(id);
    assert.equal(again?.archivedAt, undefined);
    assert.equal(await readFile(join(again?.cwd ?? '', 'till.txt'), 'utf8'), 'two\n');
  });

  it('delete a task and its branch, unless files would be lost', async () => {
    const task = await newTask();
    await writeFile(join(task.cwd, 'new.txt'), 'x');
    await run('deleteTask', { task: task.id });
    assert.ok(api.tasks.find(task.id));
    assert.ok(existsSync(join(task.cwd, 'new.txt')));
    await rm(join(task.cwd, 'new.txt'));
    await run('deleteTask', { task: task.id });
    assert.equal(api.tasks.find(task.id), undefined);
    assert.equal(existsSync(task.cwd), false);
    assert.deepEqual(await repository.branches(), ['main']);
  });

  it('keep a branch with own commits, and delete a task without a worktree', async () => {
    const task = await newTask();
    await writeFile(join(task.cwd, 'till.txt'), 'two\n');
    await repository.gitIn(task.cwd, 'commit', '-am', 'second');
    await run('deleteTask', { task: task.id });
    assert.equal(api.tasks.find(task.id), undefined);
    assert.deepEqual(await repository.branches(), ['agent/fix-the-till', 'main']);

    const plain = await start({ task: 'Plain' });
    await run('deleteTask', { task: plain.task });
    assert.equal(api.tasks.find(plain.task), undefined);
    assert.equal(api.sessions.has(plain.session), false);
    assert.ok(existsSync(join(repository.path, 'till.txt')));
  });

  it('fork a session into a worktree with the uncommitted changes', async () => {
    const { session, watcher } = await start({ task: 'Parent' });
    watcher.type('apples\r');
    await watcher.until('heard apples');
    await repository.write('till.txt', 'two\n');
    await repository.write('new.txt', 'x');
    const fork = await watch(
      await run<StartedSession>('forkSession', { session, worktree: true, name: 'Other way' }),
    );
    const task = api.tasks.find(fork.task);
    assert.equal(task?.name, 'Other way');
    assert.equal(await readFile(join(task.cwd, 'till.txt'), 'utf8'), 'two\n');
    assert.equal(await readFile(join(task.cwd, 'new.txt'), 'utf8'), 'x');
    assert.equal(api.sessions.get(fork.session)?.parent, session);
    await fork.watcher.until('heard apples');
    await fork.watcher.until(`in ${task.cwd}`);
    const beside = await run<StartedSession>('forkSession', { session });
    assert.equal(beside?.task, api.tasks.list().find(({ name }) => name === 'Parent')?.id);
  });

  it('repair a worktree that was moved, and create a deleted one again', async () => {
    const task = await newTask();
    const moved = `${task.cwd}-moved`;
    await rename(task.cwd, moved);
    await run('repairWorktree', { task: task.id });
    assert.equal(api.tasks.find(task.id)?.cwd, moved);
    await rm(moved, { recursive: true });
    await run('repairWorktree', { task: task.id });
    const again = api.tasks.find(task.id)?.cwd ?? '';
    await until(() => existsSync(join(again, 'till.txt')), 'the worktree to exist again');
  });
});
