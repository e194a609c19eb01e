import assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommitRequest, MadeCommit } from '../../../../src/worktrees/landing/prepareCommit';
import { formatChange } from '../../../support/agents/gitPlayground';
import { useLandings } from '../../../support/worktrees/landingWorld';

const STRANGE = ['with space', ':(top)x', '-dash', 'new\nline', '*', 'ü'];
const FILES = {
  file: 'one\n',
  other: 'o\n',
  staged: 's\n',
  both: 'b\n',
  gone: 'g\n',
  old: 'old\n',
};

describe('Worktrees.prepareCommit', function () {
  this.timeout(60_000);
  const world = useLandings({ ...FILES, 'other:(x': 'x\n' });
  const { at } = world;
  const listTemporary = (): readonly string[] =>
    readdirSync(at.root).filter((name) => name.startsWith('agent-terminals-commit'));

  /** Commits as a terminal would. */
  const commit = async (
    paths: readonly string[],
    request: Partial<CommitRequest> = {},
  ): Promise<MadeCommit | undefined> => {
    const { worktrees } = at;
    const changes = await worktrees.changes({ folder: world.repository, since: 'head' });
    const all = {
      changes,
      worktree: undefined,
      paths,
      message: 'Fix',
      isEdited: false,
      ...request,
    };
    const { args, finish } = await worktrees.prepareCommit(all);
    let isDone = true;
    try {
      world.run(...args);
    } catch (error) {
      isDone = false;
      assert.equal((error as { status?: number }).status, 1, String(error));
    }
    const made = await finish(isDone);
    assert.deepEqual(listTemporary(), []);
    return made;
  };
  const listCommitted = (): readonly string[] =>
    world.run('diff-tree', '-r', '-z', '--name-status', 'HEAD~1', 'HEAD').split('\0').slice(0, -1);
  const listChanges = async (): Promise<readonly string[]> =>
    (await at.worktrees.changes({ folder: world.repository, since: 'head' })).files.map(
      formatChange,
    );
  const change = (): void => {
    ['file', 'other', 'staged', 'both', 'new', 'other new'].forEach((name) =>
      world.write(name, `${name} 1\n`),
    );
    world.run('add', 'staged', 'both');
    world.write('both', 'both 2\n');
    world.run('rm', '--quiet', '--cached', 'gone');
  };

  it('commits the chosen files only, and leaves others as they are, staged or not', async () => {
    change();
    const before = world.photo();
    const made = await commit(['file', 'new'], { message: '  Fix it\n\nBody\n' });
    const id = world.run('rev-parse', 'HEAD');
    assert.deepEqual(made, { id, subject: 'Fix it' });
    assert.equal(world.run('log', '-1', '--format=%B'), 'Fix it\n\nBody');
    assert.deepEqual(listCommitted(), ['M', 'file', 'A', 'new']);
    const { files, status } = world.photo();
    assert.deepEqual(files, before.files);
    const others = before.status.split('\n').filter((line) => !/ (file|new)$/.test(line));
    assert.deepEqual(status.split('\n').filter(Boolean), others);
  });

  it('commits a staged file as it is on disk', async () => {
    change();
    await commit(['both']);
    assert.equal(world.run('show', 'HEAD:both'), 'both 2');
  });

  const KINDS: readonly (readonly [
    name: string,
    arrange: () => void,
    path: string,
    expected: readonly string[],
  ])[] = [
    ['deleted', () => rmSync(at.path('repo/old')), 'old', ['D', 'old']],
    ['deleted, staged,', () => world.run('rm', '--quiet', 'old'), 'old', ['D', 'old']],
    [
      'renamed',
      () => renameSync(at.path('repo/old'), at.path('repo/now')),
      'now',
      ['A', 'now', 'D', 'old'],
    ],
    ['renamed, staged,', () => world.run('mv', 'old', 'now'), 'now', ['A', 'now', 'D', 'old']],
  ];
  for (const [name, arrange, path, expected] of KINDS) {
    it(`commits a file that is ${name} beside others`, async () => {
      arrange();
      world.write('file', 'two\n');
      await commit([path]);
      assert.deepEqual(listCommitted(), expected);
      assert.deepEqual(await listChanges(), ['modified file +1 -1']);
    });
  }

  it('commits files of strange names, and not those that these would match as patterns', async () => {
    STRANGE.forEach((name) => world.write(name, '1\n'));
    world.write('x', 'not chosen\n');
    await commit(STRANGE);
    assert.deepEqual(
      listCommitted().filter((_, index) => index % 2 === 1),
      [...STRANGE].sort(),
    );
    assert.deepEqual(await listChanges(), ['untracked x +1 -0']);
  });

  it('commits the first files of a repository', async () => {
    rmSync(join(world.repository, '.git'), { recursive: true });
    world.run('init', '--quiet');
    assert.equal((await commit(['file']))?.subject, 'Fix');
    assert.equal(world.run('ls-files'), 'file');
  });

  it('leaves the index as it was if a hook refuses', async () => {
    change();
    at.hook(world.repository, 'pre-commit', 'exit 1');
    const before = world.photo();
    assert.equal(await commit(['file', 'both', 'new', 'gone']), undefined);
    assert.deepEqual(world.photo(), before);
  });

  it('returns no commit that another program makes meanwhile, and leaves new files untracked', async () => {
    const other = 'git update-ref HEAD $(git commit-tree -p HEAD -m x HEAD^{tree})';
    at.hook(world.repository, 'pre-commit', `${other}; exit 1`);
    world.write('new', '1\n');
    assert.equal(await commit(['new']), undefined);
    assert.equal(world.run('log', '-1', '--format=%s'), 'x');
    assert.equal(world.run('status', '--porcelain'), '?? new');
  });

  it('leaves new files committed if its end is not known', async () => {
    world.write('new', '1\n');
    const place = { root: world.repository, worktree: undefined };
    const changes = await at.worktrees.changes({ folder: place.root, since: 'head' });
    const request = { ...place, changes, paths: ['new'], message: 'Fix', isEdited: false };
    const { args, finish } = await at.worktrees.prepareCommit(request);
    world.run(...args);
    assert.equal(await finish(false), undefined);
    assert.equal(world.run('status', '--porcelain'), '');
  });

  it('finds no commits before the first one', async () => {
    rmSync(join(world.repository, '.git'), { recursive: true });
    world.run('init', '--quiet');
    const { root, since } = await at.worktrees.changes({
      folder: world.repository,
      since: 'head',
    });
    const made = await at.worktrees.listMade({ root, worktree: undefined }, since);
    assert.deepEqual(made, { count: 0, names: [] });
  });

  describe('in a worktree that is linked with another repository', () => {
    const linkWithOther = (): void => {
      const other = at.repository('other');
      at.write(at.path('fsmonitor'), `#!/bin/sh\ntouch '${at.path('ran')}'\n`);
      chmodSync(at.path('fsmonitor'), 0o755);
      at.run(other, 'config', 'core.fsmonitor', at.path('fsmonitor'));
      writeFileSync(join(world.task, '.git'), `gitdir: ${join(other, '.git')}\n`);
    };
    const REFUSED_LINK = { code: 'ILLEGAL_STATE', message: /no longer linked with its repository/ };

    it('runs no git', async () => {
      const { task: root, worktree } = world;
      world.work({ file: 'two\n' });
      at.write(join(root, 'new'), '1\n');
      const changes = await at.worktrees.changes({ worktree, since: 'head' });
      const request = { changes, worktree, paths: ['new'], message: 'Fix', isEdited: false };
      const { finish } = await at.worktrees.prepareCommit(request);
      const { count } = await at.worktrees.listMade({ root, worktree }, worktree.base);
      assert.equal(count, 1);
      linkWithOther();
      for (const run of [
        () => at.worktrees.listMade({ root, worktree }, worktree.base),
        () => at.worktrees.isMerging({ root, worktree }),
        () => at.worktrees.prepareCommit(request),
        () => finish(false),
      ]) {
        await assert.rejects(run(), REFUSED_LINK);
      }
      assert.equal(existsSync(at.path('ran')), false);
      assert.deepEqual(listTemporary(), []);
    });
  });

  it('returns the subject that a hook has written', async () => {
    at.hook(world.repository, 'commit-msg', 'echo "Rewritten" >"$1"');
    world.write('file', 'two\n');
    assert.equal((await commit(['file']))?.subject, 'Rewritten');
  });

  for (const cleanup of ['default', 'strip', 'scissors']) {
    it(`keeps a message that begins with #: commit.cleanup=${cleanup}`, async () => {
      world.run('config', 'commit.cleanup', cleanup);
      world.write('file', 'two\n');
      assert.equal((await commit(['file'], { message: '#12: fix' }))?.subject, '#12: fix');
    });
  }

  it("opens the message in the person's editor", async () => {
    world.run('config', 'core.editor', "sed -i '1s/$/ edited/'");
    world.write('file', 'two\n');
    assert.equal((await commit(['file'], { isEdited: true }))?.subject, 'Fix edited');
  });

  describe('in a merge', () => {
    beforeEach(() => {
      world.run('checkout', '--quiet', '-b', 'theirs');
      at.commit(world.repository, { file: 'theirs\n', other: 'theirs\n' });
      world.run('checkout', '--quiet', 'main');
      at.commit(world.repository, { file: 'mine\n' });
      assert.throws(() => world.run('merge', 'theirs'));
    });

    /** What is resolved is staged. Beside it are files that are not done. */
    const resolve = (): void => {
      world.write('file', 'resolved\n');
      world.run('add', 'file');
      ['staged', 'both', 'secret.env', 'new'].forEach((name) => world.write(name, 'x\n'));
      world.run('rm', '--quiet', 'gone');
      rmSync(at.path('repo/old'));
      at.repository('repo/nested');
    };
    const CHOSEN = ['staged', 'new', 'gone', 'old'];

    it("commits the chosen and the staged files with git's message, once they are resolved", async () => {
      resolve();
      assert.ok(await at.worktrees.isMerging({ root: world.repository, worktree: undefined }));
      const made = await commit(CHOSEN, { message: undefined });
      assert.equal(made?.subject, "Merge branch 'theirs'");
      assert.equal(world.run('log', '-1', '--format=%P').split(' ').length, 2);
      const committed = ['M', 'file', 'D', 'gone', 'A', 'new', 'D', 'old', 'M', 'other'];
      assert.deepEqual(listCommitted(), [...committed, 'M', 'staged']);
      assert.equal(world.run('status', '--porcelain'), 'M both\n?? nested/\n?? secret.env');
    });

    it('commits what is staged if no other file is chosen', async () => {
      resolve();
      await commit(['file', 'gone'], { message: undefined });
      assert.deepEqual(listCommitted(), ['M', 'file', 'D', 'gone', 'M', 'other']);
      const left = ' M both\n D old\n M staged\n?? nested/\n?? new\n?? secret.env';
      assert.equal(world.run('status', '--porcelain'), left.trim());
    });

    it('leaves the index as it was if a hook refuses', async () => {
      resolve();
      at.hook(world.repository, 'pre-commit', 'exit 1');
      const before = world.photo();
      assert.equal(await commit(CHOSEN, { message: undefined }), undefined);
      assert.deepEqual(world.photo(), before);
    });

    it('is refused with the names of conflicts', async () => {
      await world.refuses(
        () => commit([], { message: undefined }),
        /^There are conflicts in file: resolve them, and stage these files, before you commit\.$/,
      );
    });
  });

  const REFUSED: readonly (readonly [
    name: string,
    paths: readonly string[],
    request: Partial<CommitRequest>,
    message: RegExp,
  ])[] = [
    ['no files', [], {}, /^No file was chosen, so nothing was committed\.$/],
    ['an empty message', ['file'], { message: ' \n' }, /^The message of the commit is empty: writ/],
    [
      'unchanged files',
      ['file', 'x', 'old'],
      {},
      /^There is nothing to commit in x, old: name cha/,
    ],
  ];
  for (const [name, paths, request, message] of REFUSED) {
    it(`refuses ${name}`, async () => {
      change();
      await world.refuses(() => commit(paths, request), message, { code: 'BAD_REQUEST' });
    });
  }

  it('leaves no temporary files if it fails', async () => {
    change();
    world.write('.git/index.lock', '');
    await world.refuses(() => commit(['new']), /"git add" failed in .*index\.lock/);
    assert.deepEqual(listTemporary(), []);
  });
});
