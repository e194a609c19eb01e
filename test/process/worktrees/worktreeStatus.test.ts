import assert from 'node:assert/strict';
import { readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Worktree } from '../../../src/worktrees/worktree';
import type { WorktreeStatus } from '../../../src/worktrees/worktreeStatus';
import { useGitPlayground } from '../../support/agents/gitPlayground';
import { statusOf } from '../../support/agents/worktreeTask';

describe('Worktrees.status', function () {
  this.timeout(30_000);
  const at = useGitPlayground();
  let repository: string;
  let worktree: Worktree;

  beforeEach(async () => {
    at.repository('origin');
    at.run(at.root, 'clone', '--quiet', 'origin', 'repo');
    repository = at.path('repo');
    worktree = await at.worktree(repository);
  });

  const CLEAN = statusOf({ branch: 'agent/fix-login' });
  const is = async (different: Partial<WorktreeStatus>): Promise<void> =>
    assert.deepEqual(await at.worktrees.status(worktree), { ...CLEAN, ...different });
  const commit = (name: string): string => at.commit(worktree.path, { [name]: name }, name);

  it('reports no changes of a new worktree', () => is({}));

  it('counts changed, staged and untracked files', async () => {
    at.write(join(worktree.path, 'file'), 'changed');
    at.write(join(worktree.path, 'staged'), '1');
    at.run(worktree.path, 'add', 'staged');
    at.write(join(worktree.path, 'new', 'a'), '1');
    at.write(join(worktree.path, 'new', 'b'), '1');
    await is({ changedFiles: 2, untrackedFiles: 2 });
  });

  it('counts commits that are ahead, behind and not pushed', async () => {
    commit('a');
    commit('b');
    at.commit(repository, { other: '1' });
    await is({ ahead: 2, behind: 1, unpushedCommits: 2 });
    at.run(worktree.path, 'push', '--quiet', '--set-upstream', 'origin', 'HEAD');
    commit('c');
    await is({ ahead: 3, behind: 1, unpushedCommits: 1, upstream: 'origin/agent/fix-login' });
  });

  it('does not write an index that git would refresh', async () => {
    const index = at.path('repo', '.git', 'worktrees', 'fix-login', 'index');
    utimesSync(join(worktree.path, 'file'), 1, 1);
    const before = readFileSync(index);
    await is({});
    assert.deepEqual(readFileSync(index), before);
  });

  it('detects a merge and a fast-forward', async () => {
    commit('a');
    at.run(repository, 'merge', '--quiet', '--no-ff', '--no-edit', worktree.branch);
    await is({ behind: 1, isMerged: true });
    at.run(repository, 'reset', '--quiet', '--hard', worktree.branch);
    await is({ isMerged: true });
  });

  it('detects commits that were cherry-picked one by one', async () => {
    commit('a');
    commit('b');
    at.commit(repository, { other: '1' });
    at.run(repository, 'cherry-pick', `${worktree.base}..${worktree.branch}`);
    await is({ ahead: 2, behind: 3, unpushedCommits: 2, isMerged: true });
  });

  it('detects squashed commits, even after later changes', async () => {
    commit('a');
    commit('b');
    at.commit(repository, { other: '1' });
    at.run(repository, 'merge', '--quiet', '--squash', worktree.branch);
    at.run(repository, 'commit', '--quiet', '--message', 'all');
    at.commit(repository, { a: 'more' });
    await is({ ahead: 2, behind: 3, unpushedCommits: 2, isMerged: true });
  });

  it('does not report a merge if only one of two commits was cherry-picked', async () => {
    const first = commit('a');
    commit('b');
    at.commit(repository, { other: '1' });
    at.run(repository, 'cherry-pick', first);
    await is({ ahead: 2, behind: 2, unpushedCommits: 2 });
  });

  it('detects a merge at the remote that was only fetched', async () => {
    commit('a');
    at.run(worktree.path, 'push', '--quiet', 'origin', 'HEAD');
    at.run(at.path('origin'), 'merge', '--quiet', '--no-ff', '--no-edit', worktree.branch);
    at.run(repository, 'fetch', '--quiet');
    await is({ behind: 1, isMerged: true });
  });

  it('compares with the base commit if the base branch is deleted', async () => {
    at.run(repository, 'checkout', '--quiet', '--detach');
    at.run(repository, 'branch', '--quiet', '-D', 'main');
    commit('a');
    await is({ ahead: 1, unpushedCommits: 1 });
  });

  it('counts no earlier history as unpushed without a remote', async () => {
    at.run(repository, 'remote', 'remove', 'origin');
    commit('a');
    await is({ ahead: 1, unpushedCommits: 1 });
  });

  it('reports a detached head, and a branch without a commit', async () => {
    at.run(worktree.path, 'checkout', '--quiet', '--detach');
    await is({ branch: undefined });
    at.run(worktree.path, 'checkout', '--quiet', '--orphan', 'fresh');
    await is({ branch: 'fresh', changedFiles: 1 });
  });

  it('rejects with the directory that does not exist', async () => {
    rmSync(worktree.path, { recursive: true });
    await assert.rejects(at.worktrees.status(worktree), {
      code: 'CWD_NOT_FOUND',
      message: /fix-login does not exist/,
    });
  });
});
