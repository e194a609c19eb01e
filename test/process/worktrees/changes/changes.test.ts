import assert from 'node:assert/strict';
import {
  lstatSync,
  lutimesSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../../../src/pty/process/runCommand';
import type { Changes } from '../../../../src/worktrees/changes/changes';
import { MAX_CHANGED_FILES, MAX_TEXT_BYTES } from '../../../../src/worktrees/limits';
import { formatChange, useGitPlayground } from '../../../support/agents/gitPlayground';

const LINES = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join('');
const BINARY = Buffer.from([0, 255, 1, 254, 13, 10, 0]);

describe('Worktrees.changes', function () {
  this.timeout(60_000);
  const at = useGitPlayground();
  let repository: string;

  beforeEach(() => {
    repository = at.repository('repo', { file: 'one\n', gone: 'x\n', moved: LINES, type: 'x\n' });
  });

  const read = (folder = repository): Promise<Changes> =>
    at.worktrees.changes({ folder, since: 'head' });
  const are = async (lines: readonly string[], changes = read()): Promise<void> =>
    assert.deepEqual((await changes).files.map(formatChange).sort(), [...lines].sort());
  const write = (name: string, text: string | Buffer): void =>
    at.write(join(repository, name), text);

  it('are none of a clean tree, also of one whose files were touched', async () => {
    utimesSync(join(repository, 'file'), 1, 1);
    await are([]);
  });

  it('are of each kind, staged or not, and renames of untracked files too', async () => {
    at.commit(repository, { copied: `${LINES}end\n`, deleted: '1\n2\n' });
    write('file', 'one\ntwo\n');
    at.run(repository, 'rm', '--quiet', 'gone');
    rmSync(join(repository, 'deleted'));
    renameSync(join(repository, 'moved'), join(repository, 'renamed'));
    rmSync(join(repository, 'type'));
    symlinkSync('/etc/passwd', join(repository, 'type'));
    write('copied', `${LINES}end\nmore\n`);
    write('copy', `${LINES}end\n`);
    write('staged', BINARY);
    at.run(repository, 'add', 'staged');
    write('deep/new', 'a\nb\n');
    write('empty', '');
    const changes = await read(join(repository, 'deep'));
    assert.equal(changes.root, repository);
    await are(
      [
        ...['modified file +1 -0', 'deleted gone +0 -1', 'deleted deleted +0 -2'],
        ...['renamed moved -> renamed +0 -0', 'typeChanged type +1 -1 link'],
        ...['modified copied +1 -0', 'untracked copy +21 -0', 'added staged binary'],
        ...['untracked deep/new +2 -0', 'untracked empty +0 -0'],
      ],
      Promise.resolve(changes),
    );
    assert.deepEqual(changes.total, { files: 10, added: 26, removed: 4 });
  });

  it('have stamps that an edit changes that keeps the counts of lines', async () => {
    const stamps = async () => (await read()).files.map(({ path, stamp }) => [path, stamp]);
    const time = new Date(1_700_000_000_000);
    const changedAt = (name: string): number => lstatSync(join(repository, name)).ctimeMs;
    rmSync(join(repository, 'gone'));
    rmSync(join(repository, 'type'));
    symlinkSync('/etc/passwd', join(repository, 'type'));
    lutimesSync(join(repository, 'type'), time, time);
    at.repository('repo/nested');
    for (const [text, size] of [
      ['two\n', 4],
      ['three\n', 6],
    ] as const) {
      write('file', text);
      utimesSync(join(repository, 'file'), time, time);
      assert.deepEqual(await stamps(), [
        ['file', `${size} 1700000000000 ${changedAt('file')}`],
        ['gone', undefined],
        ['type', `11 1700000000000 ${changedAt('type')}`],
        ['nested', undefined],
      ]);
    }
  });

  it('of a task begin at a stored commit', async () => {
    const commit = at.run(repository, 'rev-parse', 'HEAD');
    at.commit(repository, { file: '1\n2\n' });
    write('gone', 'y\n');
    const request = { folder: repository, since: { commit } } as const;
    await are(['modified file +2 -1', 'modified gone +1 -1'], at.worktrees.changes(request));
    await are(['modified gone +1 -1']);
    for (const [bad, code, message] of [
      ['--output=x', 'BAD_REQUEST', /not the full id/],
      ['1'.repeat(40), 'ILLEGAL_STATE', /does not have the commit 1{40}: fetch it/],
    ] as const) {
      const wrong = at.worktrees.changes({ folder: repository, since: { commit: bad } });
      await assert.rejects(wrong, { code, message });
    }
  });

  it('before the first commit are all files, and with a detached head those since it', async () => {
    at.run(repository, 'checkout', '--quiet', '--detach');
    write('file', 'two\n');
    await are(['modified file +1 -1']);
    at.run(repository, 'checkout', '--quiet', '--orphan', 'fresh');
    at.run(repository, 'rm', '--quiet', '--force', '--cached', '-r', '.');
    at.run(repository, 'add', 'gone');
    const { head, files } = await read();
    assert.equal(head, undefined);
    assert.deepEqual(files.map(formatChange).sort(), [
      ...['added gone +1 -0', 'untracked file +1 -0'],
      ...['untracked moved +20 -0', 'untracked type +1 -0'],
    ]);
  });

  it('are refused outside of a working tree, in one sentence', async () => {
    const bare = at.path('bare');
    at.run(at.root, 'init', '--quiet', '--bare', 'bare');
    for (const [folder, message] of [
      [at.root, /is not in a git repository/],
      [bare, /bare repository/],
      [join(repository, '.git'), /bare repository or a directory of git itself/],
    ] as const) {
      await assert.rejects(read(folder), { code: 'BAD_REQUEST', message });
    }
    await assert.rejects(read(at.path('nowhere')), { code: 'CWD_NOT_FOUND' });
  });

  it('have names as they are, and mark those that are not UTF-8', async () => {
    const names = ['a\nb', '"q"', '-dash', 'a\tb', ':(top)x', '*', 'ü 🚀', ' M x'];
    names.forEach((name) => write(name, '1\n'));
    // Git keeps such a name out of its index.
    write('git~1', '1\n');
    const invalid = Buffer.concat([Buffer.from(`${repository}/bad`), Buffer.from([0xff])]);
    writeFileSync(invalid, '1\n');
    await are([
      ...names.map((name) => `untracked ${name} +1 -0`),
      ...['untracked git~1', 'untracked bad\uFFFD invalid'],
    ]);
    at.run(repository, 'add', '--', '.', ':(exclude)git~1');
    await are([
      ...names.map((name) => `added ${name} +1 -0`),
      ...['untracked git~1', 'added bad\uFFFD +1 -0 invalid'],
    ]);
  });

  it('of a submodule are its commit, not its files; an untracked repository is one entry', async () => {
    const lib = at.repository('lib');
    at.run(repository, 'submodule', '--quiet', 'add', lib, 'lib');
    at.commit(repository, {});
    write('lib/file', 'changed');
    at.repository('repo/nested');
    await are(['untracked nested submodule']);
    at.commit(join(repository, 'lib'), { more: '1' });
    await are(['submodule lib +1 -1 submodule', 'untracked nested submodule']);
  });

  it('are the conflicts of a merge and of a rebase', async () => {
    at.run(repository, 'checkout', '--quiet', '-b', 'other');
    at.commit(repository, { file: 'theirs\n', gone: 'theirs\n' });
    at.run(repository, 'checkout', '--quiet', 'main');
    rmSync(join(repository, 'gone'));
    at.commit(repository, { file: 'ours\n' });
    assert.throws(() => at.run(repository, 'merge', 'other'));
    const conflicts = ['conflicted file +4 -0', 'conflicted gone +1 -0'];
    await are(conflicts);
    at.run(repository, 'merge', '--abort');
    assert.throws(() => at.run(repository, 'rebase', 'other'));
    await are(['conflicted file +4 -0', 'conflicted gone']);
    rmSync(join(repository, 'gone'));
    await are(['conflicted file +4 -0', 'conflicted gone +0 -1']);
  });

  it('omit files outside of a sparse checkout, also with a sparse index', async () => {
    at.commit(repository, { 'a/file': '1\n', 'b/file': '2\n' });
    at.run(repository, 'sparse-checkout', 'init', '--cone', '--sparse-index');
    at.run(repository, 'sparse-checkout', 'set', 'a');
    await are([]);
    write('a/file', '2\n');
    write('b/new', 'x\n');
    await are(['modified a/file +1 -1', 'untracked b/new +1 -0']);
  });

  it('do not include converted line ends', async () => {
    at.run(repository, 'config', 'core.autocrlf', 'true');
    write('file', 'one\r\n');
    await are([]);
    write('file', 'one\r\ntwo\r\n');
    await are(['modified file +1 -0']);
  });

  it('are read while index.lock exists, and with a missing index', async () => {
    write('.git/index.lock', '');
    write('file', 'two\n');
    await are(['modified file +1 -1']);
    rmSync(join(repository, '.git', 'index'));
    assert.equal((await read()).total.files, 4);
  });

  it('do not load large files, and count a long line', async () => {
    write('minified', `${'x'.repeat(5_000_000)}\n`);
    write('large', 'text\n'.repeat(4000));
    truncateSync(join(repository, 'large'), MAX_TEXT_BYTES + 1);
    write('huge', 'text\n'.repeat(4000));
    truncateSync(join(repository, 'huge'), 100 * 1024 * 1024);
    const huge = ['untracked large binary', 'untracked huge binary'];
    await are(['untracked minified +1 -0', ...huge]);
  });

  it('never follow a link out of the tree', async () => {
    at.write(at.path('outside', 'secret'), '1\n2\n3\n');
    symlinkSync(at.path('outside'), join(repository, 'directory'));
    symlinkSync(at.path('outside', 'secret'), join(repository, 'link'));
    await are(['untracked directory +1 -0 link', 'untracked link +1 -0 link']);
  });

  it('are cut after 10,000 files, with a notice', async () => {
    const names = Array.from({ length: MAX_CHANGED_FILES + 5 }, (_, index) => `new/${index}`);
    names.forEach((name) => write(name, '1\n'));
    const { files, total, notices } = await read();
    assert.equal(files.length, MAX_CHANGED_FILES);
    assert.deepEqual(total, { files: names.length, added: MAX_CHANGED_FILES, removed: 0 });
    assert.match(notices.join(), /Only 10000 of 10005 changed files/);
  });

  for (const verb of ['ls-files', 'update-index', 'diff']) {
    it(`are those of one moment if an agent commits before ${verb}`, async () => {
      write('file', 'two\n');
      write('new', '1\n');
      const since = at.run(repository, 'rev-parse', 'HEAD');
      const worktrees = at.worktreesWith({
        runCommand: (command) => {
          if (command.args.includes(verb)) {
            at.commit(repository, {});
          }
          return runCommand(command);
        },
      });
      const changes = await worktrees.changes({ folder: repository, since: 'head' });
      assert.notEqual(at.run(repository, 'rev-parse', 'HEAD'), since);
      assert.equal(changes.since, since);
      const lines = changes.files.map(formatChange);
      assert.deepEqual(lines, ['modified file +1 -1', 'untracked new +1 -0']);
    });
  }

  it('without the contents of a partial clone have no counts', async () => {
    const commit = at.run(repository, 'rev-parse', 'HEAD');
    at.commit(repository, { file: 'two\n' });
    at.run(repository, 'config', 'uploadpack.allowFilter', 'true');
    const clone = ['clone', '--quiet', '--filter=blob:none', `file://${repository}`, 'partial'];
    at.run(at.root, ...clone);
    const changes = await at.worktrees.changes({ folder: at.path('partial'), since: { commit } });
    assert.deepEqual(changes.files.map(formatChange), ['modified file']);
    assert.match(changes.notices.join(), /Lines are not counted/);
  });

  it('leave nothing behind', async () => {
    write('new', '1\n');
    const before = readFileSync(join(repository, '.git', 'index'));
    const list = (): string => at.run(at.root, '-C', repository, 'count-objects', '-v');
    const objects = list();
    await read();
    assert.deepEqual(readFileSync(join(repository, '.git', 'index')), before);
    assert.equal(list(), objects);
  });
});
