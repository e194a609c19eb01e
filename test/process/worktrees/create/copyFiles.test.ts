import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { copyFiles } from '../../../../src/worktrees/create/copyFiles';
import type { MadeWorktree } from '../../../../src/worktrees/create/createWorktree';
import {
  useGitPlayground,
  WORKTREE_SETTINGS,
  worktreeRequest,
} from '../../../support/agents/gitPlayground';
import { mountSmallDisk, unmountDisk } from '../../../support/host/smallDisk';

describe('Files that are copied into a worktree', function () {
  this.timeout(30_000);
  const at = useGitPlayground();
  let repository: string;

  const create = (copy: readonly string[] = []): Promise<MadeWorktree> =>
    at.worktrees.create(worktreeRequest(repository, { settings: { ...WORKTREE_SETTINGS, copy } }));

  it('are those that .worktreeinclude names and git does not track', async () => {
    repository = at.repository('repo', {
      '.gitignore': '.env*\nbuild/\n',
      '.worktreeinclude': '# mine\n.env*\n!.env.example\n/build/keep/\ntracked\nodd*\n',
      tracked: 'committed',
    });
    const odd = 'odd\tna"me\n🚀';
    const files = ['.env', 'sub/.env.local', '.env.example', 'build/keep/deep/x', 'build/not', odd];
    files.forEach((name) => at.write(join(repository, name), name));
    at.write(join(repository, 'tracked'), 'changed');
    const { worktree, notices } = await create();
    assert.deepEqual(notices, []);
    const arrived = files.filter((name) => existsSync(join(worktree.path, name)));
    assert.deepEqual(arrived, ['.env', 'sub/.env.local', 'build/keep/deep/x', odd]);
    assert.equal(readFileSync(join(worktree.path, odd), 'utf8'), odd);
    assert.equal(readFileSync(join(worktree.path, 'tracked'), 'utf8'), 'committed');
  });

  it('are those that the setting names, also without a .worktreeinclude', async () => {
    repository = at.repository('repo', { '.gitignore': '*.secret\n-dash\n' });
    at.write(join(repository, 'a b.secret'), 'x');
    at.write(join(repository, '-dash'), 'x');
    const { worktree } = await create(['*.secret', '-dash', '']);
    assert.ok(existsSync(join(worktree.path, 'a b.secret')));
    assert.ok(existsSync(join(worktree.path, '-dash')));
  });

  it('are those of an untracked .worktreeinclude, if the folder is a worktree', async () => {
    repository = at.repository();
    repository = (await create()).worktree.path;
    at.write(join(repository, '.worktreeinclude'), '.env\n');
    at.write(join(repository, '.env'), 'of the worktree');
    const { worktree } = await create();
    assert.equal(readFileSync(join(worktree.path, '.env'), 'utf8'), 'of the worktree');
  });

  it('keep their modes, and do not replace files of the checkout', async () => {
    repository = at.repository('repo', { run: 'committed' });
    at.run(repository, 'branch', 'with');
    at.run(repository, 'rm', '--quiet', 'run');
    at.commit(repository, { '.gitignore': 'run\ntool\n' });
    at.write(join(repository, 'run'), 'mine');
    at.write(join(repository, 'tool'), '#!/bin/sh\n');
    chmodSync(join(repository, 'tool'), 0o750);
    const settings = { ...WORKTREE_SETTINGS, copy: ['run', 'tool'] };
    const request = worktreeRequest(repository, { settings, base: 'with' });
    const { worktree } = await at.worktrees.create(request);
    assert.equal(readFileSync(join(worktree.path, 'run'), 'utf8'), 'committed');
    assert.equal(lstatSync(join(worktree.path, 'tool')).mode & 0o777, 0o750);
  });

  it('include links that stay inside, as links; a notice names the others', async () => {
    repository = at.repository('repo', { '.gitignore': 'link-*\n' });
    at.write(at.path('outside', 'secret'), 'x');
    symlinkSync('file', join(repository, 'link-in'));
    symlinkSync('../outside', join(repository, 'link-out'));
    symlinkSync(at.path('outside', 'secret'), join(repository, 'link-absolute'));
    const { worktree, notices } = await create(['link-*', 'secret']);
    assert.equal(readlinkSync(join(worktree.path, 'link-in')), 'file');
    assert.equal(existsSync(join(worktree.path, 'link-out')), false);
    assert.equal(existsSync(join(worktree.path, 'link-absolute')), false);
    assert.match(notices.join(), /lead out of the folder\): link-absolute, link-out\./);
  });

  it('do not include absolute links into the folder, by which an agent would edit the original', async () => {
    repository = at.repository('repo', { '.gitignore': 'link\n', file: 'original' });
    symlinkSync(join(repository, 'file'), join(repository, 'link'));
    const { worktree, notices } = await create(['link']);
    assert.equal(existsSync(join(worktree.path, 'link')), false);
    assert.match(notices.join(), /lead out of the folder\): link\./);
  });

  it('are not written through a link of the checkout', async () => {
    repository = at.repository();
    mkdirSync(at.path('outside'));
    at.run(repository, 'checkout', '--quiet', '-b', 'linked');
    symlinkSync('../../outside', join(repository, 'config'));
    at.commit(repository, {});
    at.run(repository, 'checkout', '--quiet', 'main');
    at.write(join(repository, 'config', 'deep', 'x'), 'x');
    const settings = { ...WORKTREE_SETTINGS, copy: ['x'] };
    const request = worktreeRequest(repository, { settings, base: 'linked' });
    const { notices } = await at.worktrees.create(request);
    assert.equal(existsSync(at.path('outside', 'deep')), false);
    assert.match(notices.join(), /config\/deep\/x/);
  });

  it('do not include nested repositories, which a notice names', async () => {
    repository = at.repository('repo', { '.gitignore': 'vendor/\n' });
    at.repository('repo/vendor/lib');
    const { worktree, notices } = await create(['vendor/']);
    assert.equal(existsSync(join(worktree.path, 'vendor')), false);
    assert.match(notices.join(), /repositories of their own\): vendor\/lib\//);
  });

  it('that cannot be read are named in a notice, and the others are copied', async () => {
    repository = at.repository();
    const names = ['gone', 'there'];
    at.write(join(repository, 'there'), 'x');
    const notices = await copyFiles({ from: repository, to: at.path('to'), names });
    assert.match(notices.join(), /could not be read or written\): gone \(ENOENT/);
    assert.ok(existsSync(at.path('to', 'there')));
  });

  it('are not written outside of the worktree, whatever their names are', async () => {
    at.write(at.path('from', 'deep', 'x'), 'x');
    at.write(at.path('outside', 'x'), 'x');
    const request = { from: at.path('from', 'deep'), to: at.path('to', 'deep') };
    const notices = await copyFiles({ ...request, names: ['../../outside/x', 'x'] });
    assert.match(notices.join(), /lead out of the folder\): \.\.\/\.\.\/outside\/x\.$/);
    assert.ok(existsSync(at.path('to', 'deep', 'x')));
  });

  it('stop at a full disk', async function () {
    const disk = at.path('disk');
    mountSmallDisk(this, disk, '64k');
    try {
      at.write(at.path('from', 'large'), Buffer.alloc(1024 * 1024));
      const request = { from: at.path('from'), to: disk, names: ['large'] };
      await assert.rejects(copyFiles(request), { code: 'ENOSPC' });
    } finally {
      unmountDisk(disk);
    }
  });

  for (const [what, limits] of [
    ['files', { files: 1, bytes: 100 }],
    ['bytes', { files: 100, bytes: 5 }],
  ] as const) {
    it(`are limited in ${what}, and a notice names the others`, async () => {
      at.write(at.path('from', 'a'), '1234');
      at.write(at.path('from', 'b'), '1234');
      const request = { from: at.path('from'), to: at.path('to'), names: ['a', 'b'], limits };
      const notices = await copyFiles(request);
      const [a, b] = ['a', 'b'].map((name) => existsSync(at.path('to', name)));
      assert.equal(Number(a) + Number(b), 1);
      assert.match(notices.join(), /^Not copied \(more than \d+ files or \d+ bytes\): [ab]\.$/);
    });
  }
});
