import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { MadeWorktree } from '../../../../src/worktrees/create/createWorktree';
import type { WorktreeRequest } from '../../../../src/worktrees/create/newWorktree';
import {
  unmarked,
  useGitPlayground,
  WORKTREE_SETTINGS,
  worktreeRequest,
} from '../../../support/agents/gitPlayground';

describe('Worktrees.create', function () {
  this.timeout(30_000);
  const at = useGitPlayground();

  const create = (folder: string, requests?: Partial<WorktreeRequest>): Promise<MadeWorktree> =>
    at.worktrees.create(worktreeRequest(folder, requests));
  it('creates a worktree on a new branch, beside the repository, from the head', async () => {
    const repository = at.repository();
    const head = at.run(repository, 'rev-parse', 'HEAD');
    const path = at.path('repo.worktrees', 'fix-login');
    const made = await create(repository);
    assert.deepEqual(
      { ...made, worktree: unmarked(made.worktree) },
      {
        worktree: {
          path,
          cwd: path,
          repository,
          branch: 'agent/fix-login',
          base: head,
          baseBranch: 'refs/heads/main',
        },
        notices: [],
        missingHooks: undefined,
      },
    );
    assert.equal(at.run(path, 'branch', '--show-current'), 'agent/fix-login');
    assert.equal(at.run(path, 'status', '--porcelain'), '');
    assert.equal(readFileSync(join(path, 'file'), 'utf8'), 'one\n');
  });

  it('plans the same worktree first, without creating it', async () => {
    const repository = at.repository();
    const plan = await at.worktrees.plan(worktreeRequest(repository));
    assert.equal(existsSync(at.path('repo.worktrees')), false);
    assert.equal(at.run(repository, 'branch', '--list', 'agent/*'), '');
    assert.deepEqual(unmarked((await create(repository)).worktree), plan);
  });

  it('starts at a chosen base, and stores its branch', async () => {
    const repository = at.repository();
    const first = at.run(repository, 'rev-parse', 'HEAD');
    at.run(repository, 'branch', 'old');
    at.commit(repository, { file: 'two\n' });
    const { worktree } = await create(repository, { base: 'old' });
    assert.deepEqual([worktree.base, worktree.baseBranch], [first, 'refs/heads/old']);
    const again = await create(repository, { base: first });
    assert.deepEqual([again.worktree.base, again.worktree.baseBranch], [first, undefined]);
  });

  it('starts at a remote branch, and does not track it', async () => {
    at.repository('origin');
    at.run(at.root, 'clone', '--quiet', 'origin', 'repo');
    const { worktree } = await create(at.path('repo'), { base: 'origin/main' });
    assert.equal(worktree.baseBranch, 'refs/remotes/origin/main');
    const upstream = ['for-each-ref', '--format=%(upstream)', 'refs/heads/agent'];
    assert.equal(at.run(at.path('repo'), ...upstream), '');
  });

  it('works from a detached head', async () => {
    const repository = at.repository();
    at.run(repository, 'checkout', '--quiet', '--detach');
    const { worktree } = await create(repository);
    assert.deepEqual(
      [worktree.base, worktree.baseBranch],
      [at.run(repository, 'rev-parse', 'HEAD'), undefined],
    );
  });

  it('adds a number if the branch or the path exists, also in another letter case', async () => {
    const repository = at.repository();
    at.run(repository, 'branch', 'agent/Fix-Login');
    mkdirSync(at.path('repo.worktrees', 'fix-login-2'), { recursive: true });
    at.run(repository, 'branch', 'agent/fix-login-3/deep');
    const { worktree } = await create(repository);
    assert.deepEqual(
      [worktree.branch, worktree.path],
      ['agent/fix-login-4', at.path('repo.worktrees', 'fix-login-4')],
    );
  });

  it('adds a number if only a remote has the branch, also one whose name has a slash', async () => {
    const repository = at.repository();
    for (const [remote, branch] of [
      ['team', 'agent/fix-login'],
      ['team/fork', 'agent/fix-login-2'],
    ] as const) {
      at.repository(remote);
      at.run(at.path(remote), 'branch', branch);
      at.run(repository, 'remote', 'add', remote, at.path(remote));
      at.run(repository, 'fetch', '--quiet', remote);
    }
    assert.equal((await create(repository)).worktree.branch, 'agent/fix-login-3');
  });

  it('skips a path that git has registered for a deleted worktree', async () => {
    const repository = at.repository();
    const path = at.path('repo.worktrees', 'fix-login');
    at.run(repository, 'worktree', 'add', '--quiet', '-b', 'mine', path);
    rmSync(path, { recursive: true });
    assert.equal((await create(repository)).worktree.path, `${path}-2`);
  });

  it('creates several worktrees at once, with different names', async () => {
    const repository = at.repository();
    const made = await Promise.all(Array.from({ length: 6 }, () => create(repository)));
    const branches = made.map(({ worktree }) => worktree.branch);
    assert.equal(new Set(branches).size, 6);
    for (const { worktree } of made) {
      assert.equal(at.run(worktree.path, 'branch', '--show-current'), worktree.branch);
      assert.ok(existsSync(join(worktree.path, 'file')));
    }
  });

  for (const name of ['with space', `qu'o"te`, 'emoji 🚀', '-dash', 'ümlaut', 'do$llar `x`']) {
    it(`works in a repository called ${name}`, async () => {
      const repository = at.repository(name);
      const { worktree } = await create(repository, { name });
      assert.equal(worktree.repository, repository);
      assert.ok(existsSync(join(worktree.path, 'file')));
      assert.equal((await at.worktrees.status(worktree)).branch, worktree.branch);
    });
  }

  it('sets the working directory to the same folder in the worktree', async () => {
    const repository = at.repository('repo', { 'packages/app/file': '1' });
    const { worktree } = await create(join(repository, 'packages', 'app'));
    assert.equal(worktree.cwd, join(worktree.path, 'packages', 'app'));
    assert.equal(worktree.repository, repository);
  });

  it('sets the working directory to the root if the commit has no such folder, with a notice', async () => {
    const repository = at.repository();
    mkdirSync(join(repository, 'new'));
    const { worktree, notices } = await create(join(repository, 'new'));
    assert.equal(worktree.cwd, worktree.path);
    assert.match(notices.join(), /no .*new in that commit/);
  });

  it('follows a folder that is a symbolic link', async () => {
    const repository = at.repository('repo', { 'sub/file': '1' });
    symlinkSync(join(repository, 'sub'), at.path('link'));
    const { worktree } = await create(at.path('link'));
    assert.equal(worktree.cwd, at.path('repo.worktrees', 'fix-login', 'sub'));
  });

  it('creates a worktree from a worktree beside the repository, at its head', async () => {
    const repository = at.repository();
    const first = (await create(repository)).worktree;
    const head = at.commit(first.path, { more: '1' });
    const second = (await create(first.path)).worktree;
    assert.deepEqual(
      [second.path, second.repository, second.base, second.baseBranch],
      [`${first.path}-2`, repository, head, 'refs/heads/agent/fix-login'],
    );
  });

  it('creates a worktree from one whose repository is bare', async () => {
    at.run(at.root, 'clone', '--quiet', '--bare', at.repository('origin'), 'bare.git');
    at.run(at.path('bare.git'), 'worktree', 'add', '--quiet', at.path('tree'), 'main');
    const { worktree } = await create(at.path('tree'));
    assert.deepEqual(
      [worktree.path, worktree.repository],
      [at.path('bare.worktrees', 'fix-login'), at.path('bare.git')],
    );
  });

  it('creates worktrees of a submodule outside of the repository around it', async () => {
    at.repository('lib');
    const repository = at.repository();
    at.run(repository, 'submodule', '--quiet', 'add', at.path('lib'), 'deps/lib');
    const { worktree } = await create(join(repository, 'deps', 'lib'));
    assert.equal(worktree.path, at.path('lib.worktrees', 'fix-login'));
    assert.equal(worktree.repository, join(repository, 'deps', 'lib'));
    assert.equal((await create(worktree.path)).worktree.repository, worktree.repository);
  });

  it('names the submodules that are not checked out, and needs no network', async () => {
    at.repository('lib');
    const repository = at.repository();
    at.run(repository, 'submodule', '--quiet', 'add', at.path('lib'), 'lib');
    at.commit(repository, {});
    rmSync(at.path('lib'), { recursive: true });
    const { worktree, notices } = await create(repository);
    assert.match(notices.join(), /1 submodule \(lib\) not checked out/);
    assert.equal(at.run(worktree.path, 'status', '--porcelain'), '');
  });

  it('adopts a sparse checkout', async () => {
    const repository = at.repository('repo', { 'a/file': '1', 'b/file': '2', root: '3' });
    at.run(repository, 'sparse-checkout', 'set', 'a');
    const { worktree } = await create(repository);
    assert.deepEqual(readdirSync(worktree.path).sort(), ['.git', 'a', 'root']);
    assert.equal(at.run(worktree.path, 'status', '--porcelain'), '');
  });

  describe('in the directory of the setting', () => {
    const inDirectory = (repository: string, directory: string) =>
      create(repository, { settings: { ...WORKTREE_SETTINGS, directory } });

    it('accepts an absolute path, and one relative to the home or to the repository', async () => {
      const repository = at.repository();
      const expected = at.path('trees', 'repo.worktrees');
      const [absolute, home, relative] = [
        await inDirectory(repository, at.path('trees')),
        await inDirectory(repository, '~/trees'),
        await inDirectory(repository, '../trees'),
      ].map(({ worktree }) => worktree.path);
      assert.deepEqual(
        [absolute, home, relative],
        ['', '-2', '-3'].map((number) => join(expected, `fix-login${number}`)),
      );
    });

    it('refuses a path in the repository, also through a link', async () => {
      const repository = at.repository();
      symlinkSync(repository, at.path('link'));
      for (const directory of ['.trees', at.path('link', 'trees')]) {
        const settings = { ...WORKTREE_SETTINGS, directory };
        await assert.rejects(create(repository, { settings }), {
          code: 'BAD_REQUEST',
          message: /inside the working tree/,
        });
      }
      assert.deepEqual(readdirSync(repository).sort(), ['.git', 'file']);
    });

    it('refuses a directory that cannot be created, and leaves no branch', async () => {
      const repository = at.repository();
      const settings = { ...WORKTREE_SETTINGS, directory: join(repository, '..', 'file') };
      at.write(at.path('file'), '');
      await assert.rejects(create(repository, { settings }), {
        code: 'BAD_REQUEST',
        message: /cannot be created/,
      });
      assert.equal(at.run(repository, 'branch', '--list', 'agent/*'), '');
    });
  });

  describe('with hooks in a directory that git does not track', () => {
    const husky = (): string => {
      const repository = at.repository('repo', { '.husky/pre-commit': 'npm test' });
      at.write(join(repository, '.husky', '_', '.gitignore'), '*');
      at.write(join(repository, '.husky', '_', 'pre-commit'), '#!/bin/sh\nexit 1\n');
      at.run(repository, 'config', 'core.hooksPath', '.husky/_');
      return repository;
    };
    const missing = /run no hooks, because core\.hooksPath leads to \.husky\/_, .*worktree\.copy/;

    it('returns a sentence with the remedy, also for a run without hooks', async () => {
      const repository = husky();
      assert.match((await create(repository)).missingHooks ?? '', missing);
      const worktrees = at.worktreesWith({ hooks: 'skip' });
      const { missingHooks } = await worktrees.create(worktreeRequest(repository));
      assert.match(missingHooks ?? '', missing);
    });

    it('returns none once the remedy is applied', async () => {
      const settings = { ...WORKTREE_SETTINGS, copy: ['.husky/_'] };
      const { missingHooks, worktree } = await create(husky(), { settings });
      assert.equal(missingHooks, undefined);
      assert.ok(existsSync(join(worktree.path, '.husky', '_', 'pre-commit')));
    });
  });

  it('ignores the environment variables of another run of git', async () => {
    const repository = at.repository();
    const env = { ...at.env, GIT_DIR: at.path('none'), GIT_INDEX_FILE: '/none', GIT_TRACE: '1' };
    const worktrees = at.worktreesWith({ env });
    assert.equal(
      (await worktrees.create(worktreeRequest(repository))).worktree.repository,
      repository,
    );
  });
});
