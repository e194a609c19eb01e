import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { adoptSparseCheckout } from '../../../../src/worktrees/git/sparseCheckout';
import { useGitPlayground } from '../../../support/agents/gitPlayground';

describe('adoptSparseCheckout', function () {
  this.timeout(30_000);
  const at = useGitPlayground();

  it('applies the sparse checkout of the source if git has not applied it', async () => {
    const repository = at.repository('repo', { 'a/file': '1', 'b/file': '2', root: '3' });
    const { path } = await at.worktree(repository);
    at.run(repository, 'sparse-checkout', 'set', '--cone', 'a');
    await adoptSparseCheckout(at.git, repository, path);
    assert.deepEqual(readdirSync(path).sort(), ['.git', 'a', 'root']);
    assert.equal(at.run(path, 'sparse-checkout', 'list'), 'a');
    assert.equal(at.run(path, 'status', '--porcelain'), '');
  });
});
