import assert from 'node:assert/strict';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Landing, LandingWay } from '../../../../src/worktrees/landing/landing';
import { useLandings } from '../../../support/worktrees/landingWorld';

const FILES = {
  '.gitignore': '*.o\n',
  file: 'one\n',
  dirty: 'd\n',
  staged: 's\n',
  both: 'b\n',
  gone: 'g\n',
  old: 'o\n',
};

/** Changes that the landing has nothing to do with. */
const OWN = ['dirty', 'staged', 'both', 'untracked', 'ignored.o', 'below/untracked'];

describe('A landing beside changes of the person', function () {
  this.timeout(60_000);
  const world = useLandings(FILES);

  const change = (): void => {
    OWN.forEach((name) => world.write(name, `${name} 1\n`));
    world.run('add', 'staged', 'both');
    world.write('both', 'both 2\n');
    world.run('rm', '--quiet', 'gone');
    world.run('mv', 'old', 'renamed');
    world.write('planned', '');
    world.run('add', '--intent-to-add', 'planned');
  };

  for (const way of ['merge', 'squash'] satisfies readonly LandingWay[]) {
    it(`leaves them all as they are, and so does its undo: ${way}`, async () => {
      change();
      world.work({ file: 'two\n', 'sub/new': 'n\n' });
      const before = world.photo();
      const landing = await world.land(way);
      const after = world.photo();
      assert.deepEqual(after.files, { ...before.files, file: 'two\n', 'sub/new': 'n\n' });
      assert.equal(after.status, before.status);
      await world.undo(landing);
      assert.deepEqual(world.photo(), before);
    });
  }

  const IN_THE_WAY: readonly (readonly [
    name: string,
    work: Readonly<Record<string, string>>,
    arrange: () => void,
    message: RegExp,
  ])[] = [
    [
      'changed files',
      { dirty: 'theirs\n', file: 'two\n', both: 'theirs\n' },
      () => change(),
      /^main was not moved, because its files have changes of your own in \S+repo: both, dirty\. C/,
    ],
    [
      'staged files',
      { staged: 'theirs\n' },
      () => change(),
      /changes of your own in \S+repo: staged\. Commit or move these first\.$/,
    ],
    [
      'a file that is staged as the task has it, beside one that is changed',
      { staged: 'staged 1\n', renamed: 'o\n', dirty: 'theirs\n' },
      () => change(),
      /changes of your own in \S+repo: dirty\./,
    ],
    [
      'untracked files',
      { untracked: 'theirs\n', 'below/untracked': 'theirs\n' },
      () => change(),
      /^Nothing was changed, because files would be overwritten in \S+repo: below\/untracked, untr/,
    ],
    [
      'an untracked file where a directory comes',
      { 'untracked/file': 'theirs\n' },
      () => change(),
      /overwritten in \S+repo: untracked\. Move them elsewhere first\.$/,
    ],
    [
      'a staged file that is deleted, where a directory comes',
      { 'below/file': 'theirs\n' },
      () => {
        world.write('below', 'mine\n');
        world.run('add', 'below');
        rmSync(join(world.repository, 'below'));
      },
      /overwritten in \S+repo: below\./,
    ],
    [
      'a staged file that is deleted, in a directory where a file comes',
      { below: 'theirs\n' },
      () => {
        change();
        world.run('add', 'below/untracked');
        rmSync(join(world.repository, 'below'), { recursive: true });
      },
      /overwritten in \S+repo: below\/untracked\./,
    ],
    [
      'a link where a directory comes',
      { 'link/file': 'theirs\n' },
      () => symlinkSync('below', join(world.repository, 'link')),
      /overwritten in \S+repo: link\./,
    ],
  ];
  for (const [name, work, arrange, message] of IN_THE_WAY) {
    it(`is refused for ${name}`, async () => {
      arrange();
      world.work(work);
      await world.refuses(() => world.land(), message);
      assert.deepEqual([world.records.length, world.records[1]], [2, undefined]);
    });
  }

  const IGNORED: readonly (readonly [name: string, path: string, ignored: string])[] = [
    ['an ignored file', 'x.o', 'x.o'],
    ['an ignored file where a directory comes', 'x.o/file', 'x.o'],
    ['an ignored file in a directory where a file comes', 'sub', 'sub/x.o'],
  ];
  for (const [name, path, ignored] of IGNORED) {
    it(`is refused for ${name}, and so is an undo`, async () => {
      const overwritten = new RegExp(`would be overwritten in \\S+repo: ${ignored}\\.`);
      world.at.write(join(world.task, path), 'theirs\n');
      world.at.run(world.task, 'add', '--force', path);
      world.at.run(world.task, 'commit', '--quiet', '--message', 'Add');
      world.write(ignored, 'precious\n');
      await world.refuses(() => world.land(), overwritten);
      world.run('clean', '--quiet', '--force', '-d', '-x');
      await world.land();
      // The next landing deletes the file, so that its undo would check it out.
      world.at.run(world.task, 'rm', '--quiet', '-r', path);
      world.at.run(world.task, 'commit', '--quiet', '--message', 'Delete');
      const landing = await world.land();
      world.write(ignored, 'precious\n');
      await world.refuses(() => world.undo(landing), overwritten);
    });
  }

  it('exchanges files and directories, and so does its undo', async () => {
    world.at.run(world.task, 'rm', '--quiet', 'gone', 'old');
    world.work({ 'gone/a': '1\n', 'old/b': '2\n' });
    const before = world.photo();
    const landing = await world.land();
    assert.equal(world.photo().files['gone/a'], '1\n');
    await world.undo(landing);
    assert.deepEqual(world.photo(), before);
  });

  const DIRTY_UNDO: readonly (readonly [name: string, isStaged: boolean])[] = [
    ['changed', false],
    ['staged', true],
  ];
  for (const [name, isStaged] of DIRTY_UNDO) {
    it(`is not undone while a file of it is ${name}`, async () => {
      world.work({ file: 'two\n' });
      const landing: Landing = await world.land();
      world.write('file', 'mine\n');
      if (isStaged) {
        world.run('add', 'file');
      }
      await world.refuses(
        () => world.undo(landing),
        /changes of your own in \S+repo: file\. Commit/,
      );
    });
  }
});
