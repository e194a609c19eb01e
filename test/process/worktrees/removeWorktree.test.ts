import assert from 'node:assert/strict';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Worktree } from '../../../src/worktrees/worktree';
import { unmarked, useGitPlayground, WORKTREE_SETTINGS } from '../../support/agents/gitPlayground';

const NOTHING = { count: 0, names: [] };

describe('A worktree that is to go', function () {
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

  it('names what would be lost with it', async () => {
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

  it('names the first of many, and counts all', async () => {
    for (let number = 10; number < 30; number += 1) {
      at.write(join(worktree.path, `n${number}`), '');
    }
    const { untracked } = await at.worktrees.inspect(worktree);
    assert.deepEqual([untracked.count, untracked.names.length], [20, 10]);
    await refuses({ branch: 'keep' }, /20 untracked files \(n10, n11, n12, \.\.\.\)/);
  });

  it('does not name commits that a remote or the base branch has', async () => {
    at.commit(worktree.path, { a: '1' });
    at.run(repository, 'merge', '--quiet', worktree.branch);
    assert.deepEqual((await at.worktrees.inspect(worktree)).unpushed, NOTHING);
  });

  it('goes with its branch, and so does the directory around it', async () => {
    await at.worktrees.remove(worktree, { branch: 'delete' });
    assert.equal(existsSync(at.path('repo.worktrees')), false);
    assert.equal(hasBranch(), false);
  });

  it('goes with what git ignores, and leaves its branch', async () => {
    at.write(join(worktree.path, '.env'), '1');
    await at.worktrees.remove(worktree, { branch: 'keep' });
    assert.equal(existsSync(worktree.path), false);
    assert.ok(hasBranch());
  });

  it('stays with uncommitted or untracked files in it, unless by force', async () => {
    at.write(join(worktree.path, 'file'), 'changed');
    await refuses({ branch: 'keep' }, /would be lost, 1 uncommitted file \(file\): commit/);
    at.run(worktree.path, 'checkout', '--quiet', '.');
    at.write(join(worktree.path, 'new'), '1');
    await refuses({ branch: 'keep' }, /1 untracked file \(new\)/);
    assert.ok(existsSync(join(worktree.path, 'new')));
    await at.worktrees.remove(worktree, { branch: 'delete', force: true });
    assert.deepEqual([existsSync(worktree.path), hasBranch()], [false, false]);
  });

  it('stays with unpushed commits, if the branch is to go too', async () => {
    at.commit(worktree.path, { a: '1' }, 'Add a');
    await refuses({ branch: 'delete' }, /1 unpushed commit \(\w+ Add a\)/);
    assert.ok(existsSync(worktree.path));
    await at.worktrees.remove(worktree, { branch: 'keep' });
  });

  it('stays with commits that are on no branch', async () => {
    at.run(worktree.path, 'checkout', '--quiet', '--detach');
    at.commit(worktree.path, { a: '1' }, 'Add a');
    await refuses({ branch: 'keep' }, /1 commit on no branch \(\w+ Add a\)/);
  });

  it('stays with a submodule checked out in it, and goes by force', async () => {
    at.repository('lib');
    at.run(worktree.path, 'submodule', '--quiet', 'add', at.path('lib'), 'lib');
    at.commit(worktree.path, {});
    await refuses({ branch: 'keep' }, /1 checked-out submodule \(lib\)/);
    await at.worktrees.remove(worktree, { branch: 'keep', force: true });
    assert.equal(existsSync(worktree.path), false);
  });

  it('stays while it is locked, even by force', async () => {
    at.run(repository, 'worktree', 'lock', '--reason', 'on a stick', worktree.path);
    await refuses({ branch: 'delete', force: true }, /is locked \(on a stick\): run "git worktree/);
    rmSync(worktree.path, { recursive: true });
    await refuses({ branch: 'delete', force: true }, /is locked/);
  });

  it('stays while its branch is checked out in another one too', async () => {
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

  it('is forgotten if it is gone already, and no other with it', async () => {
    const other = await at.worktree(repository);
    rmSync(worktree.path, { recursive: true });
    renameSync(other.path, at.path('away'));
    await at.worktrees.remove(worktree, { branch: 'delete' });
    assert.equal(hasBranch(), false);
    await at.worktrees.remove(worktree, { branch: 'delete' });
    const list = at.run(repository, 'worktree', 'list');
    assert.ok(list.includes(other.path) && !list.includes(`${worktree.path} `), list);
  });

  it('is told apart from a repository that is gone', async () => {
    rmSync(repository, { recursive: true });
    await assert.rejects(at.worktrees.inspect(worktree), {
      code: 'CWD_NOT_FOUND',
      message: /The repository .*repo does not exist any more/,
    });
  });

  it('is left as it is when the removal is cancelled before', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(at.worktrees.remove(worktree, { branch: 'delete', signal }), /enough/);
    assert.ok(existsSync(worktree.path));
  });

  describe('into the archive', () => {
    const unarchive = () => at.worktrees.unarchive(worktree, { copy: WORKTREE_SETTINGS.copy });

    it('comes back on its branch, in its place, with its copied files', async () => {
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

    it('does not go with work that is not committed', async () => {
      at.write(join(worktree.path, 'file'), 'changed');
      await assert.rejects(at.worktrees.archive(worktree), { code: 'ILLEGAL_STATE' });
      assert.ok(existsSync(worktree.path));
    });

    it('comes back beside its place, and in its part, if something is there', async () => {
      at.commit(worktree.path, { 'sub/a': '1' });
      worktree = { ...worktree, cwd: join(worktree.path, 'sub') };
      await at.worktrees.archive(worktree);
      mkdirSync(worktree.path, { recursive: true });
      const { worktree: back } = await unarchive();
      const path = `${worktree.path}-2`;
      assert.deepEqual([back.path, back.cwd], [path, join(path, 'sub')]);
    });

    it('comes back after its directory was deleted by hand', async () => {
      rmSync(worktree.path, { recursive: true });
      assert.deepEqual(unmarked((await unarchive()).worktree), unmarked(worktree));
    });

    it('does not come back without its branch, or while that is in use', async () => {
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

    it('leaves nothing when coming back is cancelled', async () => {
      await at.worktrees.archive(worktree);
      const cancel = new AbortController();
      const { signal } = cancel;
      const onProgress = (sentence: string): void => {
        if (sentence.startsWith('Looking for files')) {
          cancel.abort(new Error('enough'));
        }
      };
      await assert.rejects(
        at.worktrees.unarchive(worktree, { copy: [], signal, onProgress }),
        /enough/,
      );
      assert.deepEqual([existsSync(at.path('repo.worktrees')), hasBranch()], [false, true]);
      assert.equal(at.run(repository, 'worktree', 'list').split('\n').length, 1);
    });
  });
});
