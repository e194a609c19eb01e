import assert from 'node:assert/strict';
import { existsSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { MadeWorktree } from '../../../../src/worktrees/create/createWorktree';
import {
  useGitPlayground,
  WORKTREE_SETTINGS,
  worktreeRequest,
} from '../../../support/agents/gitPlayground';

describe('Folders that are linked into a worktree', function () {
  this.timeout(30_000);
  const at = useGitPlayground();
  let repository = '';

  const create = (
    symlink: readonly string[],
    copy: readonly string[] = [],
  ): Promise<MadeWorktree> =>
    at.worktrees.create(
      worktreeRequest(repository, { settings: { ...WORKTREE_SETTINGS, copy, symlink } }),
    );

  it('are those that match and that git ignores, and nothing in them is copied', async () => {
    repository = at.repository('repo', { '.gitignore': 'node_modules\n', 'packages/a/file': '1' });
    for (const name of ['node_modules/x/index.js', 'packages/a/node_modules/y.js', 'other/z.js']) {
      at.write(join(repository, name), '1');
    }
    const { worktree, notices } = await create(['node_modules', 'other'], ['*.js']);
    const inTree = (name: string): string => join(worktree.path, name);
    assert.deepEqual(notices, []);
    assert.equal(readlinkSync(inTree('node_modules')), join(repository, 'node_modules'));
    assert.ok(lstatSync(inTree('packages/a/node_modules')).isSymbolicLink());
    assert.equal(lstatSync(inTree('other')).isSymbolicLink(), false);
    assert.ok(existsSync(inTree('other/z.js')));
  });

  it('are not those whose links git would not ignore, because their pattern is of directories only', async () => {
    repository = at.repository('repo', { '.gitignore': 'node_modules/\nvendor\n' });
    at.write(join(repository, 'node_modules', 'x.js'), '1');
    at.write(join(repository, 'vendor', 'y.js'), '1');
    const { worktree, notices } = await create(['node_modules', 'vendor']);
    assert.equal(at.run(worktree.path, 'status', '--porcelain'), '');
    assert.equal(existsSync(join(worktree.path, 'node_modules')), false);
    assert.ok(lstatSync(join(worktree.path, 'vendor')).isSymbolicLink());
    assert.match(notices.join(), /^Not linked: node_modules \(.*without the slash at its end\)\.$/);
  });

  it('are not those with tracked files', async () => {
    repository = at.repository('repo', { 'lib/tracked': '1' });
    at.commit(repository, { '.gitignore': 'lib\n' });
    at.write(join(repository, 'lib', 'more'), '1');
    const { worktree } = await create(['lib']);
    assert.equal(lstatSync(join(worktree.path, 'lib')).isSymbolicLink(), false);
  });

  it('are not those that a link leads to, or in whose place something is', async () => {
    repository = at.repository('repo', { '.gitignore': 'out\nin/sub/deep/\n' });
    mkdirSync(at.path('outside', 'deep'), { recursive: true });
    at.write(at.path('outside', 'deep', 'secret'), 'x');
    symlinkSync(at.path('outside'), join(repository, 'out'));
    at.run(repository, 'checkout', '--quiet', '-b', 'linked');
    symlinkSync('../../outside', join(repository, 'in'));
    at.commit(repository, {});
    at.run(repository, 'checkout', '--quiet', 'main');
    at.write(join(repository, 'in', 'sub', 'deep', 'x'), '1');
    const settings = { ...WORKTREE_SETTINGS, symlink: ['out', 'deep'] };
    const request = worktreeRequest(repository, { settings, base: 'linked' });
    const { worktree, notices } = await at.worktrees.create(request);
    assert.equal(existsSync(join(worktree.path, 'out')), false);
    assert.equal(existsSync(at.path('outside', 'sub')), false);
    assert.match(notices.join(), /^Not linked: in\/sub\/deep \(a link leads to its place\)\.$/);
  });
});
