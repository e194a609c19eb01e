import assert from 'node:assert/strict';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Worktree } from '../../../../src/worktrees/worktree';
import { formatChange, useGitPlayground } from '../../../support/agents/gitPlayground';

describe('The changes of a worktree since its base', function () {
  this.timeout(60_000);
  const at = useGitPlayground();
  let repository: string;
  let worktree: Worktree;

  beforeEach(async () => {
    at.repository('origin');
    at.run(at.root, 'clone', '--quiet', 'origin', 'repo');
    repository = at.path('repo');
    worktree = await at.worktree(repository);
  });

  const are = async (
    lines: readonly string[],
    {
      since = worktree.base,
      notice = /^$/,
    }: { readonly since?: string; readonly notice?: RegExp } = {},
  ): Promise<void> => {
    const changes = await at.worktrees.changes({ worktree, since: 'base' });
    assert.deepEqual(changes.files.map(formatChange), lines);
    assert.equal(changes.since, since);
    assert.match(changes.notices.join('\n'), notice);
  };
  const work = (): void => {
    at.commit(worktree.path, { committed: '1\n' });
    at.write(join(worktree.path, 'file'), 'changed\n');
    at.write(join(worktree.path, 'new'), '1\n2\n');
  };
  const WORK = ['added committed +1 -0', 'modified file +1 -1', 'untracked new +2 -0'];

  it('are committed, uncommitted and untracked, without those of a base that moved', async () => {
    work();
    at.commit(repository, { other: '1\n' });
    await are(WORK);
    const { files } = await at.worktrees.changes({ worktree, since: 'head' });
    assert.deepEqual(files.map(formatChange), WORK.slice(1));
  });

  it('begin where the head joined its base again', async () => {
    work();
    const merged = at.commit(repository, { other: '1\n' });
    at.run(worktree.path, 'merge', '--quiet', '--no-edit', 'main');
    await are(WORK, { since: merged });
  });

  it("begin where it joined that branch's upstream, which is further", async () => {
    work();
    const fetched = at.commit(at.path('origin'), { more: '1\n' });
    at.run(repository, 'fetch', '--quiet');
    at.run(worktree.path, 'merge', '--quiet', '--no-edit', 'origin/main');
    await are(WORK, { since: fetched });
  });

  it('begin at the start of the worktree if the branch is deleted', async () => {
    work();
    at.run(repository, 'checkout', '--quiet', '--detach');
    at.run(repository, 'branch', '--quiet', '-D', 'main');
    await are(WORK, { notice: /^The branch refs\/heads\/main no longer exists: compared with/ });
  });

  it('begin there with a detached head, and with a notice before the first commit', async () => {
    at.run(worktree.path, 'checkout', '--quiet', '--detach');
    work();
    await are(WORK);
    at.run(worktree.path, 'checkout', '--quiet', '--orphan', 'fresh');
    await are(WORK, { notice: /no commit in common with refs\/heads\/main/ });
  });

  it('begin there in a shallow clone that lacks the merge base', async () => {
    at.commit(at.path('origin'), { more: '1\n' });
    at.run(at.root, 'clone', '--quiet', '--depth=1', `file://${at.path('origin')}`, 'shallow');
    const shallow = at.path('shallow');
    const made = await at.worktree(shallow);
    at.commit(made.path, { mine: '1\n' });
    at.commit(at.path('origin'), { far: '1\n' });
    at.commit(at.path('origin'), { farther: '1\n' });
    at.run(shallow, 'fetch', '--quiet', '--depth=1', '--update-head-ok', 'origin', '+main:main');
    worktree = made;
    await are(['added mine +1 -0'], { notice: /as in a shallow clone: compared with the commit/ });
  });

  it('are refused if nothing of the base exists, or the worktree is not linked', async () => {
    const lost = { ...worktree, base: '1'.repeat(40), baseBranch: undefined };
    await assert.rejects(at.worktrees.changes({ worktree: lost, since: 'base' }), {
      code: 'ILLEGAL_STATE',
      message: /neither its base branch nor the commit 1{40}/,
    });
    at.run(at.root, 'init', '--quiet');
    renameSync(join(worktree.path, '.git'), at.path('link'));
    await assert.rejects(at.worktrees.changes({ worktree, since: 'head' }), {
      code: 'ILLEGAL_STATE',
      message: /no longer linked with its repository: repair it/,
    });
    rmSync(worktree.path, { recursive: true });
    const gone = at.worktrees.changes({ worktree, since: 'base' });
    await assert.rejects(gone, { code: 'CWD_NOT_FOUND' });
  });
});
