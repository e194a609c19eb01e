import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SessionError, type SessionErrorCode } from '../../../src/base/errors';
import type { WorktreeRequest } from '../../../src/worktrees/create/newWorktree';
import {
  useGitPlayground,
  WORKTREE_SETTINGS,
  worktreeRequest,
} from '../../support/agents/gitPlayground';

describe('Worktrees.create refuses', function () {
  this.timeout(30_000);
  const at = useGitPlayground();

  const refuses = (
    folder: string,
    requests: Partial<WorktreeRequest>,
    code: SessionErrorCode,
    message: RegExp,
  ): Promise<void> =>
    assert.rejects(at.worktrees.create(worktreeRequest(folder, requests)), (error) => {
      assert.ok(SessionError.is(error, code), String(error));
      assert.match(error.message, message);
      return true;
    });

  it('a folder that does not exist', () =>
    refuses(at.path('none'), {}, 'CWD_NOT_FOUND', /none does not exist/));

  it('a folder in no repository', async () => {
    mkdirSync(at.path('plain'));
    await refuses(at.path('plain'), {}, 'BAD_REQUEST', /plain is not in a git repository/);
  });

  it('a bare repository, and the inside of .git', async () => {
    at.run(at.root, 'init', '--quiet', '--bare', 'bare');
    await refuses(at.path('bare'), {}, 'BAD_REQUEST', /bare repository/);
    await refuses(join(at.repository(), '.git'), {}, 'BAD_REQUEST', /no files to work on/);
  });

  it('a repository without a commit', async () => {
    at.run(at.root, 'init', '--quiet', 'empty');
    await refuses(at.path('empty'), {}, 'BAD_REQUEST', /no commit yet/);
  });

  it('an unknown base', async () => {
    const repository = at.repository();
    for (const base of ['nowhere', '--all', '', 'HEAD:file']) {
      await refuses(repository, { base }, 'BAD_REQUEST', /There is no commit/);
    }
  });

  it('invalid branch names', async () => {
    const repository = at.repository();
    // `@{-1}` then means the previous branch.
    at.run(repository, 'checkout', '--quiet', '-b', 'other');
    for (const branchPrefix of ['a b', '-', '@{-1}/', 'a..b', 'x.lock/']) {
      const settings = { ...WORKTREE_SETTINGS, branchPrefix };
      await refuses(repository, { settings }, 'BAD_REQUEST', /cannot be a branch's name/);
    }
  });

  it('a prefix that is an existing branch', async () => {
    const repository = at.repository();
    at.run(repository, 'branch', 'agent');
    await refuses(repository, {}, 'BAD_REQUEST', /While the branch agent/);
  });

  it('to run without git', async () => {
    const worktrees = at.worktreesWith({ gitPath: () => '/no/git' });
    await assert.rejects(worktrees.create(worktreeRequest(at.repository())), {
      code: 'SPAWN_FAILED',
      message: /Git \("\/no\/git"\) was not found in \/no\/git: .*agentTerminals\.gitPath/,
    });
  });

  it('to run a git of the repository, even if the PATH has relative directories [S11]', async () => {
    const repository = at.repository();
    const planted = at.path('planted-git-ran');
    writeFileSync(join(repository, 'git'), `#!/bin/sh\ntouch '${planted}'\n`, { mode: 0o755 });
    const env = { ...at.env, PATH: `.::${at.env['PATH']}` };
    await at.worktreesWith({ env }).create(worktreeRequest(repository));
    assert.equal(existsSync(planted), false);
  });
});
