import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { copyFiles } from '../../../src/worktrees/create/copyFiles';
import {
  useGitPlayground,
  WORKTREE_SETTINGS,
  worktreeRequest,
} from '../../support/agents/gitPlayground';

/** The user `nobody`. */
const OTHER_USER = 65534;

describe('the directory of worktrees', function () {
  this.timeout(60_000);
  const at = useGitPlayground();
  let repository = '';
  let shared = '';

  beforeEach(() => {
    // As the temporary directory: everybody may create files, and only their owner may move them.
    mkdirSync(at.path('shared'));
    chmodSync(at.path('shared'), 0o1777);
    repository = at.repository('shared/repo');
    shared = at.path('shared', 'repo.worktrees');
  });

  const create = () => at.worktrees.create(worktreeRequest(repository));
  const isInOwn = (path: string): boolean =>
    path === at.path('own', 'worktrees', 'repo.worktrees', basename(path));

  it('T3: is another one if another user has made it first', async function () {
    if (process.getuid?.() !== 0) {
      this.skip();
    }
    mkdirSync(shared);
    chownSync(shared, OTHER_USER, OTHER_USER);
    const { worktree, notices } = await create();
    assert.ok(isInOwn(worktree.path), worktree.path);
    assert.match(
      notices.join(),
      /repo\.worktrees belongs to another user, so the worktree was created in/,
    );
  });

  it('T3: is another one if it is a link', async () => {
    mkdirSync(at.path('elsewhere'));
    symlinkSync(at.path('elsewhere'), shared);
    const { worktree, notices } = await create();
    assert.ok(isInOwn(worktree.path), worktree.path);
    assert.match(notices.join(), /repo\.worktrees is a link/);
  });

  it('T3: is another one if others may write in it', async () => {
    mkdirSync(shared);
    chmodSync(shared, 0o777);
    const { worktree, notices } = await create();
    assert.ok(isInOwn(worktree.path), worktree.path);
    assert.match(notices.join(), /repo\.worktrees can be changed by other users/);
  });

  for (const [what, name] of [
    ['the directory around it', 'repo'],
    ['one further up', 'more/repo'],
  ] as const) {
    it(`T3: is another one if others may replace it in ${what}`, async () => {
      const open = at.path('open');
      repository = at.repository(`open/${name}`);
      chmodSync(open, 0o777);
      const { worktree, notices } = await create();
      assert.ok(isInOwn(worktree.path), worktree.path);
      const why = `${repository}.worktrees is in ${open}, which can be changed by other users, so`;
      assert.ok(notices.join().startsWith(why), notices.join());
    });
  }

  it('T3: is another one if a directory above it belongs to another user', async function () {
    if (process.getuid?.() !== 0) {
      this.skip();
    }
    repository = at.repository('theirs/more/repo');
    chownSync(at.path('theirs'), OTHER_USER, OTHER_USER);
    const { worktree, notices } = await create();
    assert.ok(isInOwn(worktree.path), worktree.path);
    assert.match(notices.join(), /is in .*\/theirs, which belongs to another user/);
  });

  it('T3: is created so that others may not write in it, whatever the umask', async () => {
    const before = process.umask(0);
    try {
      const { worktree, notices } = await create();
      assert.equal(statSync(dirname(worktree.path)).mode & 0o777, 0o755);
      assert.deepEqual(notices, []);
    } finally {
      process.umask(before);
    }
  });

  it('T3: is another one for a worktree that is created again', async () => {
    const { worktree } = await create();
    await at.worktrees.archive(worktree);
    mkdirSync(at.path('elsewhere'));
    symlinkSync(at.path('elsewhere'), shared);
    const again = await at.worktrees.unarchive(worktree, { copy: [], symlink: [] });
    assert.ok(isInOwn(again.worktree.path), again.worktree.path);
    assert.match(again.notices.join(), /repo\.worktrees is a link/);
  });

  it('T7: is not reached through a link that the repository tracks', async () => {
    mkdirSync(at.path('victim'));
    symlinkSync(at.path('victim'), join(repository, 'trees'));
    at.commit(repository, {});
    for (const directory of ['trees', './trees/deep', join(repository, 'trees')]) {
      const settings = { ...WORKTREE_SETTINGS, directory };
      await assert.rejects(at.worktrees.create(worktreeRequest(repository, { settings })), {
        code: 'BAD_REQUEST',
        message: /inside the working tree/,
      });
    }
    assert.equal(existsSync(at.path('victim', 'repo.worktrees')), false);
  });
});

describe('the copy of ignored files', function () {
  this.timeout(60_000);
  const at = useGitPlayground();

  it('T6: has no file from outside, while a program swaps a directory for a link', async () => {
    const from = at.path('from');
    const names = Array.from({ length: 1500 }, (_, index) => `dir/${index}`);
    names.forEach((name) => at.write(join(from, name), 'inside'));
    names.forEach((name) => at.write(at.path('outside', basename(name)), 'outside'));
    const swap = new Worker(SWAP, {
      eval: true,
      workerData: {
        place: join(from, 'dir'),
        aside: join(from, 'aside'),
        target: at.path('outside'),
      },
    });
    try {
      await new Promise((resolve) => swap.once('message', resolve));
      await copyFiles({ from, to: at.path('to'), names });
    } finally {
      await swap.terminate();
    }
    const copied = names.map((name) => at.path('to', name)).filter((file) => existsSync(file));
    const outside = copied.filter((file) => readFileSync(file, 'utf8') !== 'inside');
    assert.deepEqual([outside.length, copied.length > 0], [0, true]);
  });
});

/** Moves a directory away and puts a link in its place, and back, for a millisecond each, without end. */
const SWAP = `
  const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
  const { parentPort, workerData: { place, aside, target } } = require('node:worker_threads');
  const clock = new Int32Array(new SharedArrayBuffer(4));
  parentPort.postMessage('begun');
  for (;;) {
    renameSync(place, aside);
    symlinkSync(target, place);
    Atomics.wait(clock, 0, 0, 1);
    unlinkSync(place);
    renameSync(aside, place);
    Atomics.wait(clock, 0, 0, 1);
  }
`;
