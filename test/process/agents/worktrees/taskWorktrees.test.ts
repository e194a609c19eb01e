import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PreparedStart } from '../../../../src/agents/preparedStart';
import type { TaskChoice } from '../../../../src/agents/startRequests';
import { SessionError } from '../../../../src/base/errors';
import type { Task } from '../../../../src/tasks/task';
import { useClaudeLike } from '../../../support/agents/useClaudeLike';
import { useCore } from '../../../support/agents/useCore';
import { waitFor } from '../../../support/waitFor';

describe('TaskWorktrees', function () {
  this.timeout(30_000);
  const fixture = useCore();
  const { restart, run } = useClaudeLike(fixture);
  const worktrees = () => fixture.core.worktrees;
  const find = ({ id }: Task): Task | undefined => fixture.core.tasks.find(id);

  beforeEach(() => {
    runGit(fixture.folder, 'init', '--initial-branch=main');
    writeFileSync(join(fixture.folder, 'a file'), 'one\n');
    runGit(fixture.folder, 'add', '.');
    runGit(fixture.folder, 'commit', '-m', 'first');
  });

  function runGit(cwd: string, ...args: readonly string[]): void {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost'];
    const env = { HOME: fixture.home, PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1' };
    execFileSync('git', [...identity, ...args], { cwd, env, stdio: 'pipe' });
  }

  const create = (name = 'Fix the till') =>
    worktrees().create({ folder: fixture.folderRef(), name });

  it('create a branch and a directory for a task, in which its agent works', async () => {
    const { task } = await create();
    assert.equal(task.worktree?.branch, 'agent/fix-the-till');
    assert.deepEqual(find(task), task);
    const start = await fixture.prepare({
      task: { kind: 'existing', id: task.id },
      providerId: 'claude',
    });
    assert.equal((await start.launch()).workDir, task.cwd);
  });

  it('tell once that hooks are missing, also in later windows', async () => {
    runGit(fixture.folder, 'config', 'core.hooksPath', '.hooks');
    mkdirSync(join(fixture.folder, '.hooks'));
    assert.match((await create()).notices.join(), /core\.hooksPath leads to \.hooks/);
    assert.deepEqual((await create('Other')).notices, []);
    await fixture.reopen();
    assert.deepEqual((await create('Third')).notices, []);
  });

  it('archive and unarchive a task, with its work on its branch', async () => {
    const { task } = await create();
    writeFileSync(join(task.cwd, 'a file'), 'two\n');
    await assert.rejects(worktrees().archive(task), (error) =>
      SessionError.is(error, 'ILLEGAL_STATE'),
    );
    assert.equal(find(task)?.archivedAt, undefined);
    runGit(task.cwd, 'commit', '-am', 'second');
    await worktrees().archive(task);
    assert.ok(find(task)?.archivedAt);
    assert.equal(existsSync(task.cwd), false);
    await fixture.reopen();
    const again = await worktrees().unarchive(find(task) ?? task);
    assert.equal(again.task.archivedAt, undefined);
    assert.equal(readFileSync(join(again.task.cwd, 'a file'), 'utf8'), 'two\n');
  });

  it('unarchive and repair a task in the directory below its worktree in which it works', async () => {
    const file = join(fixture.folder, 'packages', 'api', 'file');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
    runGit(fixture.folder, 'add', '.');
    runGit(fixture.folder, 'commit', '-m', 'second');
    const { task } = await create();
    const cwd = join(task.cwd, 'packages', 'api');
    await fixture.core.tasks.update(task.id, { cwd });
    await worktrees().archive({ ...task, cwd });
    const again = await worktrees().unarchive(find(task) ?? task);
    assert.equal(again.task.cwd, cwd);
    const moved = `${task.cwd}-moved`;
    renameSync(task.cwd, moved);
    const repaired = await worktrees().repair(again.task, moved);
    assert.equal(repaired.cwd, join(moved, 'packages', 'api'));
  });

  for (const [what, place] of [
    ['its own', ''],
    ['a nested one', 'sub'],
  ] as const) {
    it(`run no program of a repository that an agent has put in the place of ${what} [A23]`, async () => {
      const { task } = await create();
      const planted = join(fixture.home, 'planted');
      const directory = join(task.worktree?.path ?? '', place);
      mkdirSync(directory, { recursive: true });
      rmSync(join(directory, '.git'), { force: true });
      runGit(directory, 'init', '--initial-branch=main');
      runGit(directory, 'commit', '--allow-empty', '-m', 'first');
      runGit(directory, 'config', 'core.fsmonitor', `touch '${planted}'; false`);
      const nested = { ...task, cwd: directory };
      await worktrees()
        .takeChanges(nested)
        .catch(() => undefined);
      await worktrees()
        .inspect(nested)
        .catch(() => undefined);
      await worktrees()
        .archive(nested)
        .catch(() => undefined);
      assert.equal(existsSync(planted), false);
    });
  }

  it('start nothing in an archived task, and use its name for another one', async () => {
    const { task } = await create();
    await worktrees().archive(task);
    const start = (choice: TaskChoice) =>
      fixture.core.launcher.prepareShell(fixture.folderRef(), choice);
    await assert.rejects(start({ kind: 'existing', id: task.id }), (error) =>
      SessionError.is(error, 'ILLEGAL_STATE'),
    );
    const other = await start({ kind: 'new', name: task.name });
    assert.notEqual(other.task.id, task.id);
  });

  it('report an obstacle before the creation', async () => {
    assert.equal(await worktrees().findObstacle(fixture.folderRef(), 'Fix'), undefined);
    const nowhere = { ...fixture.folderRef(), path: fixture.home };
    assert.match((await worktrees().findObstacle(nowhere, 'Fix')) ?? '', /not in a git repository/);
  });

  it('delete a task with untracked files only by force', async () => {
    const { task } = await create();
    writeFileSync(join(task.cwd, 'new file'), 'x');
    assert.deepEqual((await worktrees().inspect(task))?.untracked, {
      count: 1,
      names: ['new file'],
    });
    await assert.rejects(worktrees().delete(task, { branch: 'delete' }));
    assert.ok(find(task));
    await worktrees().delete(task, { branch: 'delete', force: true });
    assert.equal(find(task), undefined);
    assert.equal(existsSync(task.cwd), false);
  });

  describe('move the conversations of a task', () => {
    /** Starts a conversation with an id that only the map contains, and sends a prompt. */
    async function startConversation(task: Task): Promise<PreparedStart> {
      const start = await fixture.prepare({
        task: { kind: 'existing', id: task.id },
        providerId: 'claude',
        options: { fresh: true },
      });
      await run(start, '--session-id', 'apples');
      await fixture.core.sessions.find(start.sessionId)?.kill();
      return start;
    }

    async function assertContinues(start: PreparedStart, cwd: string): Promise<void> {
      const seen = await run(await restart(start), '--resume', 'recall');
      assert.equal(fixture.core.sessions.get(start.sessionId)?.workDir, cwd);
      await fixture.untilShown(seen, 'recalls:apples');
    }

    it('to its new place, although something else is in its old place', async () => {
      const { task } = await create();
      const start = await startConversation(task);
      runGit(fixture.folder, 'worktree', 'move', task.cwd, `${task.cwd}-2`);
      assert.equal((await worktrees().locate(task))?.kind, 'moved');
      const repaired = await worktrees().repair(task);
      assert.equal(repaired.cwd, `${task.cwd}-2`);
      mkdirSync(task.cwd);
      await assertContinues(start, repaired.cwd);
    });

    it('to the new place beside its old one after it is unarchived', async () => {
      const { task } = await create();
      const start = await startConversation(task);
      await worktrees().archive(find(task) ?? task);
      mkdirSync(task.cwd, { recursive: true });
      writeFileSync(join(task.cwd, 'mine'), 'x');
      const again = await worktrees().unarchive(find(task) ?? task);
      assert.equal(again.task.cwd, `${task.cwd}-2`);
      await assertContinues(start, again.task.cwd);
    });
  });

  it('use the git of the settings of the folder', async () => {
    fixture.set({ gitPath: '/no/git' });
    fixture.setInFolders({ gitPath: 'git' });
    const { task } = await create();
    assert.equal((await worktrees().status(task))?.branch, 'agent/fix-the-till');
    await worktrees().archive(task);
    const again = await worktrees().unarchive(find(task) ?? task);
    await worktrees().delete(again.task, { branch: 'delete' });
    fixture.setInFolders({});
    const obstacle = await worktrees().findObstacle(fixture.folderRef(), 'Fix');
    assert.match(obstacle ?? '', /"\/no\/git"/);
  });

  it('store a pending setup, also over a reload, and again after an archive', async () => {
    const { task: without } = await create('Without');
    assert.equal(find(without)?.pendingSetup, undefined);
    fixture.set({ 'worktree.setup': ['npm ci'] });
    const { task } = await create();
    await fixture.reopen();
    assert.deepEqual(find(task)?.pendingSetup, {});
    await fixture.core.tasks.update(task.id, { pendingSetup: undefined });
    await worktrees().archive(find(task) ?? task);
    await worktrees().unarchive(find(task) ?? task);
    await fixture.reopen();
    assert.deepEqual(find(task)?.pendingSetup, {});
  });

  it('find a moved worktree after a reload by its mark, and accept no other one', async () => {
    const { task } = await create();
    const { path = '', branch = '' } = task.worktree ?? {};
    await fixture.reopen();
    runGit(fixture.folder, 'worktree', 'move', path, `${path}-2`);
    const known = find(task) ?? task;
    assert.deepEqual(await worktrees().locate(known), { kind: 'moved', path: `${path}-2` });
    runGit(fixture.folder, 'worktree', 'remove', `${path}-2`);
    runGit(fixture.folder, 'worktree', 'add', `${path}-3`, branch);
    assert.equal((await worktrees().locate(known))?.kind, 'missing');
  });

  it('show what a task without a worktree has changed since it began', async () => {
    writeFileSync(join(fixture.folder, 'a file'), 'mine\n');
    const { uri: folder } = fixture.folderRef();
    const task = await fixture.core.tasks.create({ name: 'Here', folder, cwd: fixture.folder });
    const isNoted = (): boolean => find(task)?.start !== undefined;
    await waitFor(isNoted, { limitMs: 5000, what: 'the start of the task' });
    writeFileSync(join(fixture.folder, 'new file'), 'x');
    const pathsSince = async (since: 'base' | 'head') =>
      (await worktrees().changes(find(task) ?? task, since)).files.map(({ path }) => path);
    assert.deepEqual(await pathsSince('base'), ['new file']);
    assert.deepEqual(await pathsSince('head'), ['a file', 'new file']);
  });

  it('start with the uncommitted work of another task', async () => {
    writeFileSync(join(fixture.folder, 'a file'), 'mine\n');
    writeFileSync(join(fixture.folder, 'new file'), 'x');
    const parent = await fixture.core.tasks.create({
      name: 'Parent',
      folder: fixture.folderRef().uri,
      cwd: fixture.folder,
    });
    const changes = await worktrees().takeChanges(parent);
    const { task } = await worktrees().create({
      folder: fixture.folderRef(),
      name: 'Fork',
      changes,
    });
    assert.equal(readFileSync(join(task.cwd, 'a file'), 'utf8'), 'mine\n');
    assert.equal(readFileSync(join(task.cwd, 'new file'), 'utf8'), 'x');
    assert.equal(readFileSync(join(fixture.folder, 'a file'), 'utf8'), 'mine\n');
  });
});
