import assert from 'node:assert/strict';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Worktree } from '../../../src/worktrees/worktree';
import { unmarked, useGitPlayground } from '../../support/agents/gitPlayground';

const NOTHING = { count: 0, names: [] };

describe('A worktree that is removed', function () {
  this.timeout(30_000);
  const at = useGitPlayground();
  let repository: string;
  let worktree: Worktree;

  beforeEach(async () => {
    repository = at.repository('repo', { file: 'one\n', '.gitignore': '.env\n' });
    worktree = await at.worktree(repository);
  });

  const hasBranch = (): boolean => at.run(repository, 'branch', '--list', worktree.branch) !== '';
  const refuses = async (
    removal: Parameters<typeof at.worktrees.remove>[1],
    message: RegExp,
  ): Promise<void> => {
    await assert.rejects(at.worktrees.remove(worktree, removal), {
      code: 'ILLEGAL_STATE',
      message,
    });
    assert.ok(hasBranch());
  };

  it('lists the changes and commits that would be lost with it', async () => {
    const first = at.commit(worktree.path, { a: '1' }, 'Add a');
    at.write(join(worktree.path, 'file'), 'changed');
    at.write(join(worktree.path, 'new 🚀'), '1');
    at.write(join(worktree.path, '.env'), '1');
    assert.deepEqual(await at.worktrees.inspect(worktree), {
      uncommitted: { count: 1, names: ['file'] },
      untracked: { count: 1, names: ['new 🚀'] },
      unpushed: { count: 1, names: [`${first.slice(0, 7)} Add a`] },
      detached: NOTHING,
      submodules: NOTHING,
    });
  });

  it('lists the first names of many files, and counts all', async () => {
    for (let number = 10; number < 30; number += 1) {
      at.write(join(worktree.path, `n${number}`), '');
    }
    const { untracked } = await at.worktrees.inspect(worktree);
    assert.deepEqual([untracked.count, untracked.names.length], [20, 10]);
    await refuses({ branch: 'keep' }, /20 untracked files \(n10, n11, n12, \.\.\.\)/);
  });

  it('does not list commits that the base branch contains', async () => {
    at.commit(worktree.path, { a: '1' });
    at.run(repository, 'merge', '--quiet', worktree.branch);
    assert.deepEqual((await at.worktrees.inspect(worktree)).unpushed, NOTHING);
  });

  it('is deleted with its branch, and with the directory around it', async () => {
    await at.worktrees.remove(worktree, { branch: 'delete' });
    assert.equal(existsSync(at.path('repo.worktrees')), false);
    assert.equal(hasBranch(), false);
  });

  it('is deleted with ignored files, and leaves its branch', async () => {
    at.write(join(worktree.path, '.env'), '1');
    await at.worktrees.remove(worktree, { branch: 'keep' });
    assert.equal(existsSync(worktree.path), false);
    assert.ok(hasBranch());
  });

  it('stays if it has uncommitted or untracked files, unless forced', async () => {
    at.write(join(worktree.path, 'file'), 'changed');
    await refuses({ branch: 'keep' }, /would be lost, 1 uncommitted file \(file\): commit/);
    at.run(worktree.path, 'checkout', '--quiet', '.');
    at.write(join(worktree.path, 'new'), '1');
    await refuses({ branch: 'keep' }, /1 untracked file \(new\)/);
    assert.ok(existsSync(join(worktree.path, 'new')));
    await at.worktrees.remove(worktree, { branch: 'delete', force: true });
    assert.deepEqual([existsSync(worktree.path), hasBranch()], [false, false]);
  });

  it('stays if its branch is to be deleted and has unpushed commits', async () => {
    at.commit(worktree.path, { a: '1' }, 'Add a');
    await refuses({ branch: 'delete' }, /1 unpushed commit \(\w+ Add a\)/);
    assert.ok(existsSync(worktree.path));
    await at.worktrees.remove(worktree, { branch: 'keep' });
  });

  it('stays if it has commits on no branch', async () => {
    at.run(worktree.path, 'checkout', '--quiet', '--detach');
    at.commit(worktree.path, { a: '1' }, 'Add a');
    await refuses({ branch: 'keep' }, /1 commit on no branch \(\w+ Add a\)/);
  });

  it('stays if a submodule is checked out in it, unless forced', async () => {
    at.repository('lib');
    at.run(worktree.path, 'submodule', '--quiet', 'add', at.path('lib'), 'lib');
    at.commit(worktree.path, {});
    await refuses({ branch: 'keep' }, /1 checked-out submodule \(lib\)/);
    await at.worktrees.remove(worktree, { branch: 'keep', force: true });
    assert.equal(existsSync(worktree.path), false);
  });

  it('stays while it is locked, even if forced', async () => {
    at.run(repository, 'worktree', 'lock', '--reason', 'on a stick', worktree.path);
    await refuses({ branch: 'delete', force: true }, /is locked \(on a stick\): run "git worktree/);
    rmSync(worktree.path, { recursive: true });
    await refuses({ branch: 'delete', force: true }, /is locked/);
  });

  it('stays if its branch is to be deleted and is checked out in another one', async () => {
    at.run(worktree.path, 'checkout', '--quiet', '--detach');
    at.run(repository, 'worktree', 'add', '--quiet', at.path('other'), worktree.branch);
    await refuses({ branch: 'delete' }, /checked out in .*other too/);
    assert.ok(existsSync(worktree.path));
  });

  it('is never the main working tree', async () => {
    worktree = { ...worktree, path: repository, branch: 'main' };
    await refuses({ branch: 'keep', force: true }, /own working tree/);
    assert.ok(existsSync(join(repository, 'file')));
  });

  it('is unregistered if it is deleted already, and no other with it', async () => {
    const other = await at.worktree(repository);
    rmSync(worktree.path, { recursive: true });
    renameSync(other.path, at.path('away'));
    await at.worktrees.remove(worktree, { branch: 'delete' });
    assert.equal(hasBranch(), false);
    await at.worktrees.remove(worktree, { branch: 'delete' });
    const list = at.run(repository, 'worktree', 'list');
    assert.ok(list.includes(other.path) && !list.includes(`${worktree.path} `), list);
  });

  it('is unregistered if an empty directory is in its place', async () => {
    rmSync(worktree.path, { recursive: true });
    mkdirSync(worktree.path);
    await at.worktrees.remove(worktree, { branch: 'delete' });
    assert.equal(hasBranch(), false);
    assert.equal(at.run(repository, 'worktree', 'list').split('\n').length, 1);
  });

  it('stays registered, even if forced, while another repository is in its place', async () => {
    rmSync(worktree.path, { recursive: true });
    at.run(repository, 'init', '--quiet', worktree.path);
    await refuses(
      { branch: 'delete', force: true },
      /Something else is where .* was \(\.git\): move/,
    );
    assert.ok(existsSync(join(worktree.path, '.git')));
  });

  it('cannot be inspected if its repository does not exist', async () => {
    rmSync(repository, { recursive: true });
    await assert.rejects(at.worktrees.inspect(worktree), {
      code: 'CWD_NOT_FOUND',
      message: /The repository .*repo does not exist any more/,
    });
  });

  it('is unchanged if the removal is cancelled before it starts', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(at.worktrees.remove(worktree, { branch: 'delete', signal }), /enough/);
    assert.ok(existsSync(worktree.path));
  });

  describe('by archiving', () => {
    const unarchive = () => at.worktrees.unarchive(worktree, { copy: [], symlink: [] });

    it('is restored on its branch, in its place, with its copied files', async () => {
      at.write(join(repository, '.worktreeinclude'), '.env\n');
      at.write(join(repository, '.env'), '1');
      at.commit(worktree.path, { a: '1' });
      await at.worktrees.archive(worktree);
      assert.equal(existsSync(worktree.path), false);
      const { worktree: back, notices } = await unarchive();
      assert.deepEqual([unmarked(back), notices], [unmarked(worktree), []]);
      assert.equal(at.run(worktree.path, 'branch', '--show-current'), worktree.branch);
      assert.ok(existsSync(join(worktree.path, 'a')) && existsSync(join(worktree.path, '.env')));
    });

    it('stays if it has uncommitted work', async () => {
      at.write(join(worktree.path, 'file'), 'changed');
      await assert.rejects(at.worktrees.archive(worktree), { code: 'ILLEGAL_STATE' });
      assert.ok(existsSync(worktree.path));
    });

    it('is restored beside its place if that is occupied, with the same folder in it', async () => {
      at.commit(worktree.path, { 'sub/a': '1' });
      worktree = { ...worktree, cwd: join(worktree.path, 'sub') };
      await at.worktrees.archive(worktree);
      mkdirSync(worktree.path, { recursive: true });
      const { worktree: back } = await unarchive();
      const path = `${worktree.path}-2`;
      assert.deepEqual([back.path, back.cwd], [path, join(path, 'sub')]);
    });

    it('is restored beside its place if git lists another one there that is deleted', async () => {
      await at.worktrees.archive(worktree);
      at.run(repository, 'worktree', 'add', '--quiet', '-b', 'other', worktree.path);
      rmSync(worktree.path, { recursive: true });
      assert.equal((await unarchive()).worktree.path, `${worktree.path}-2`);
    });

    it('is restored after its directory was deleted by hand', async () => {
      rmSync(worktree.path, { recursive: true });
      assert.deepEqual(unmarked((await unarchive()).worktree), unmarked(worktree));
    });

    it('is not restored without its branch, or while that is checked out', async () => {
      await at.worktrees.archive(worktree);
      at.run(repository, 'checkout', '--quiet', worktree.branch);
      await assert.rejects(unarchive(), {
        code: 'ILLEGAL_STATE',
        message: /checked out in .*repo: check out another/,
      });
      at.run(repository, 'checkout', '--quiet', 'main');
      at.run(repository, 'branch', '--quiet', '-D', worktree.branch);
      await assert.rejects(unarchive(), {
        code: 'BAD_REQUEST',
        message: /does not exist any more/,
      });
    });

    it('leaves nothing if its restoration is cancelled', async () => {
      await at.worktrees.archive(worktree);
      const cancel = new AbortController();
      const { signal } = cancel;
      const onProgress = (sentence: string): void => {
        if (sentence.startsWith('Looking for files')) {
          cancel.abort(new Error('enough'));
        }
      };
      await assert.rejects(
        at.worktrees.unarchive(worktree, { copy: [], symlink: [], signal, onProgress }),
        /enough/,
      );
      assert.deepEqual([existsSync(at.path('repo.worktrees')), hasBranch()], [false, true]);
      assert.equal(at.run(repository, 'worktree', 'list').split('\n').length, 1);
    });
  });
});
