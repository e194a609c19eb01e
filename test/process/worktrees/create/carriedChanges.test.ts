import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { applyChanges } from '../../../../src/worktrees/create/carriedChanges';
import type { Worktree } from '../../../../src/worktrees/worktree';
import {
  useGitPlayground,
  WORKTREE_SETTINGS,
  worktreeRequest,
} from '../../../support/agents/gitPlayground';

const BINARY = Buffer.from([0, 255, 1, 254, 13, 10, 0]);

describe('Changes that are carried into another worktree', function () {
  this.timeout(30_000);
  const at = useGitPlayground();
  let repository: string;

  beforeEach(() => {
    repository = at.repository('repo', {
      both: 'one\n',
      binary: 'text\n',
      gone: 'x\n',
      moved: 'a long line that is recognised\n',
      tool: '#!/bin/sh\n',
      '.gitignore': 'ignored\n',
    });
  });

  const fork = async (folder = repository): Promise<Worktree> => {
    const changes = await at.worktrees.takeChanges(folder);
    return (await at.worktrees.create(worktreeRequest(folder, { changes }))).worktree;
  };
  const carry = async (from: string, to: string): Promise<void> =>
    applyChanges(at.git, to, { changes: await at.worktrees.takeChanges(from) });
  const statusOf = (path: string): string =>
    at.run(path, 'status', '--porcelain=v2', '--untracked-files=all');
  const change = (): void => {
    at.write(join(repository, 'both'), 'staged\n');
    at.run(repository, 'add', 'both');
    at.write(join(repository, 'both'), 'staged, then not\n');
    at.write(join(repository, 'binary'), BINARY);
    rmSync(join(repository, 'gone'));
    at.run(repository, 'mv', 'moved', 'renamed');
    chmodSync(join(repository, 'tool'), 0o755);
    at.write(join(repository, 'new', 'emoji 🚀\n"x"'), BINARY);
    symlinkSync('both', join(repository, 'link'));
    at.write(join(repository, 'ignored'), 'x');
  };

  it('are detected although their files have the size and the time of the index', async () => {
    // As if all of this happens in one second: only the content differs.
    at.run(repository, 'config', 'core.trustctime', 'false');
    const then = new Date('2026-01-01T00:00:00Z');
    const both = join(repository, 'both');
    utimesSync(both, then, then);
    at.run(repository, 'update-index', '--refresh');
    at.write(both, 'two\n');
    utimesSync(both, then, then);
    utimesSync(join(repository, '.git', 'index'), then, then);
    assert.equal(readFileSync(join((await fork()).path, 'both'), 'utf8'), 'two\n');
  });

  it('include staged, unstaged, untracked, binary and renamed files, modes and links', async () => {
    change();
    const { path } = await fork();
    assert.equal(statusOf(path), statusOf(repository));
    for (const staging of [[], ['--cached']]) {
      const diff = ['diff', '--binary', ...staging];
      assert.equal(at.run(path, ...diff), at.run(repository, ...diff));
    }
    assert.deepEqual(readFileSync(join(path, 'new', 'emoji 🚀\n"x"')), BINARY);
    assert.equal(readlinkSync(join(path, 'link')), 'both');
    assert.equal(lstatSync(join(path, 'tool')).mode & 0o111, 0o111);
    assert.equal(existsSync(join(path, 'ignored')), false);
  });

  it('stay in their own worktree, with an identical index', async () => {
    change();
    const index = (): Buffer => readFileSync(join(repository, '.git', 'index'));
    const [before, status] = [index(), statusOf(repository)];
    const refs = at.run(repository, 'for-each-ref');
    await at.worktrees.takeChanges(repository);
    assert.deepEqual(index(), before);
    assert.equal(statusOf(repository), status);
    assert.equal(at.run(repository, 'for-each-ref'), refs);
    assert.deepEqual(readdirSync(at.root).sort(), ['gitconfig', 'repo']);
  });

  it('are applied to several worktrees as they were taken', async () => {
    change();
    const changes = await at.worktrees.takeChanges(join(repository, 'new'));
    const before = statusOf(repository);
    at.commit(repository, { later: '1' });
    const request = worktreeRequest(repository, { changes });
    const made = await Promise.all([1, 2, 3].map(() => at.worktrees.create(request)));
    for (const { worktree } of made) {
      assert.equal(statusOf(worktree.path), before);
      assert.equal(worktree.base, changes.head);
    }
  });

  it('are applied together with copied ignored files', async () => {
    change();
    const changes = await at.worktrees.takeChanges(repository);
    const settings = { ...WORKTREE_SETTINGS, copy: ['ignored', 'new/'] };
    const request = worktreeRequest(repository, { changes, settings });
    const { worktree, notices } = await at.worktrees.create(request);
    assert.deepEqual(notices, []);
    assert.ok(existsSync(join(worktree.path, 'ignored')));
    assert.equal(statusOf(worktree.path), statusOf(repository));
  });

  it('may be empty', async () => {
    assert.equal(statusOf((await fork()).path), '');
  });

  it('are carried from a worktree into an older one', async () => {
    const [from, to] = [(await fork()).path, (await fork()).path];
    at.write(join(from, 'both'), 'changed\n');
    await carry(from, to);
    assert.equal(statusOf(to), statusOf(from));
  });

  it('are carried between sparse checkouts', async () => {
    at.commit(repository, { 'a/file': '1', 'b/file': '2' });
    at.run(repository, 'sparse-checkout', 'set', 'a');
    at.write(join(repository, 'a', 'file'), 'changed');
    at.write(join(repository, 'b', 'new'), 'untracked, outside');
    at.write(join(repository, 'a', 'new'), 'untracked');
    const { path } = await fork();
    assert.equal(statusOf(path), statusOf(repository));
    assert.ok(existsSync(join(path, 'b', 'new')));
    assert.equal(existsSync(join(path, 'b', 'file')), false);
  });

  it('include the files of a merge in conflict, with a notice', async () => {
    at.run(repository, 'checkout', '--quiet', '-b', 'other');
    at.commit(repository, { both: 'theirs\n' });
    at.run(repository, 'checkout', '--quiet', 'main');
    at.commit(repository, { both: 'ours\n' });
    assert.throws(() => at.run(repository, 'merge', 'other'));
    const changes = await at.worktrees.takeChanges(repository);
    const request = worktreeRequest(repository, { changes });
    const { worktree, notices } = await at.worktrees.create(request);
    assert.match(notices.join(), /merge is in progress/);
    const both = join(worktree.path, 'both');
    assert.equal(readFileSync(both, 'utf8'), readFileSync(join(repository, 'both'), 'utf8'));
    assert.match(at.run(repository, 'status'), /both modified/);
  });

  it('include the commit of a submodule, but not the changes in it, with a notice', async () => {
    const lib = at.repository('lib');
    at.run(repository, 'submodule', '--quiet', 'add', lib, 'lib');
    at.commit(repository, {});
    const commit = at.commit(join(repository, 'lib'), { more: '1' });
    at.write(join(repository, 'lib', 'file'), 'changed');
    at.run(repository, 'add', 'lib');
    const changes = await at.worktrees.takeChanges(repository);
    assert.match(changes.notices.join(), /inside of submodules are not carried: lib\./);
    const { worktree } = await at.worktrees.create(worktreeRequest(repository, { changes }));
    assert.ok(at.run(worktree.path, 'ls-files', '--stage', 'lib').includes(commit));
  });

  it('omit nested repositories, with a notice', async () => {
    at.repository('repo/deep/in*ner');
    at.write(join(repository, 'deep', 'file'), '1');
    const changes = await at.worktrees.takeChanges(repository);
    assert.deepEqual(changes.notices, ['Repositories of their own are not carried: deep/in*ner/.']);
    const { worktree } = await at.worktrees.create(worktreeRequest(repository, { changes }));
    assert.deepEqual(readdirSync(join(worktree.path, 'deep')), ['file']);
  });

  it('are carried with any settings of git for line endings', async () => {
    at.run(repository, 'config', 'core.safecrlf', 'true');
    at.run(repository, 'config', 'core.autocrlf', 'input');
    at.write(join(repository, 'new'), 'a\r\nb\n');
    assert.ok(existsSync(join((await fork()).path, 'new')));
  });

  it('are refused by a worktree with changes of its own, which keeps them', async () => {
    const { path } = await fork();
    change();
    at.write(join(path, 'both'), 'mine\n');
    await assert.rejects(carry(repository, path), {
      code: 'ILLEGAL_STATE',
      message: /fix-login, which has changes of its own/,
    });
    assert.equal(readFileSync(join(path, 'both'), 'utf8'), 'mine\n');
  });

  it('are refused if they would replace an untracked file, which stays', async () => {
    const { path } = await fork();
    at.write(join(repository, 'new'), 'theirs');
    at.write(join(path, 'new'), 'mine');
    await assert.rejects(carry(repository, path), { code: 'ILLEGAL_STATE' });
    assert.equal(readFileSync(join(path, 'new'), 'utf8'), 'mine');
  });

  it('are refused at another commit, and for another base', async () => {
    const { path } = await fork();
    at.commit(path, { more: '1' });
    await assert.rejects(carry(repository, path), {
      code: 'ILLEGAL_STATE',
      message: /another commit checked out/,
    });
    const changes = await at.worktrees.takeChanges(repository);
    const base = 'agent/fix-login';
    await assert.rejects(at.worktrees.create(worktreeRequest(repository, { changes, base })), {
      code: 'BAD_REQUEST',
      message: /leave out the base/,
    });
  });

  it('are refused by another repository', async () => {
    change();
    const other = at.path('clone');
    at.run(at.root, 'clone', '--quiet', 'repo', 'clone');
    await assert.rejects(carry(repository, other), { code: 'ILLEGAL_STATE' });
    assert.equal(statusOf(other), '');
  });

  it('leave nothing of a new worktree to which they cannot be applied', async () => {
    const changes = { ...(await at.worktrees.takeChanges(repository)), files: '0'.repeat(40) };
    await assert.rejects(at.worktrees.create(worktreeRequest(repository, { changes })), {
      code: 'ILLEGAL_STATE',
    });
    assert.deepEqual(readdirSync(at.root).sort(), ['gitconfig', 'repo']);
    assert.equal(at.run(repository, 'branch', '--list', 'agent/*'), '');
  });

  it('are taken without an index, too', async () => {
    renameSync(join(repository, '.git', 'index'), at.path('index'));
    const { path } = await fork();
    assert.equal(readFileSync(join(path, 'both'), 'utf8'), 'one\n');
  });
});
