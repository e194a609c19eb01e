import assert from 'node:assert/strict';
import {
  chmod,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../../src/base/clock';
import { useTaskStorage } from '../../support/agents/useTaskStorage';

const FOLDER = 'file:///one';

describe('TaskStore with a file that is damaged, or cannot be read or saved', () => {
  const storage = useTaskStorage();

  const damaged: readonly (readonly [string, () => Promise<void>])[] = [
    ['empty', () => writeFile(storage.file, '')],
    ['cut off', () => writeFile(storage.file, '{"tasks":[{"id":"t1"')],
    ['null', () => writeFile(storage.file, 'null')],
    ['an array', () => writeFile(storage.file, '[]')],
    ['of wrong types', () => writeFile(storage.file, '{"tasks":"none"}')],
    [
      '50 MB',
      () => writeFile(storage.file, '{}').then(() => truncate(storage.file, 50 * 1024 * 1024)),
    ],
    ['11 MB, mostly blanks', () => writeFile(storage.file, '{"tasks":[]}'.padEnd(11 * 1024 ** 2))],
    ['full of NUL', () => writeFile(storage.file, '\0'.repeat(512))],
    [
      'in UTF-16 with a byte order mark',
      () => writeFile(storage.file, '\uFEFF{"tasks":[]}', 'utf16le'),
    ],
    ['a directory', () => mkdir(storage.file)],
  ];
  for (const [title, damage] of damaged) {
    it(`moves aside a file that is ${title}, reports it once, and continues`, async () => {
      await mkdir(storage.directory);
      await damage();
      const { size } = await stat(storage.file);
      const { store, problems } = storage.openWindow();
      await store.reload();
      await store.create({ name: 'new', folder: FOLDER, cwd: '/one' });

      const [aside, ...others] = (await readdir(storage.directory)).filter(
        (name) => name !== 'tasks.json',
      );
      assert.match(aside ?? '', /^tasks\.json\.unreadable-\d{4}-\d\d-\d\dT[\d-]+Z$/);
      assert.deepEqual(others, []);
      assert.equal((await stat(join(storage.directory, aside ?? ''))).size, size);
      assert.deepEqual(
        problems.map(({ kind, message }) => [kind, message.includes(aside ?? '?')]),
        [['unreadable', true]],
      );
      assert.deepEqual(await storage.namesOnDisk(), ['new']);
    });
  }

  it('keeps the readable tasks of a damaged file, and moves the complete file aside', async () => {
    const before = storage.openWindow();
    await before.store.create({ name: 'whole', folder: FOLDER, cwd: '/one' });
    const text = (await readFile(storage.file, 'utf8')).replace(
      '"tasks": [',
      '"tasks": [{"id":5},',
    );
    await writeFile(storage.file, text);
    const { store, problems } = storage.openWindow();
    await store.reload();
    assert.deepEqual(store.list(), before.store.list());
    assert.deepEqual(await storage.namesOnDisk(), ['whole']);
    assert.match(problems[0]?.message ?? '', /1 of its 2 tasks cannot be read whole/);
    const aside = (await readdir(storage.directory)).find((name) => name !== 'tasks.json') ?? '';
    assert.equal(await readFile(join(storage.directory, aside), 'utf8'), text);
  });

  it('reads a file of a later version, and never overwrites it', async () => {
    const before = storage.openWindow();
    await before.store.create({ name: 'theirs', folder: FOLDER, cwd: '/one' });
    const file = JSON.parse(await readFile(storage.file, 'utf8')) as { readonly tasks: unknown };
    const text = JSON.stringify({ version: 99, tasks: file.tasks, more: 'of theirs' });
    await writeFile(storage.file, text);
    const { store, problems } = storage.openWindow();
    await store.reload();
    await store.create({ name: 'ours', folder: FOLDER, cwd: '/one' });
    assert.deepEqual(
      store.list().map(({ name }) => name),
      ['theirs', 'ours'],
    );
    assert.equal(await readFile(storage.file, 'utf8'), text);
    assert.deepEqual(
      problems.map(({ kind, message }) => [
        kind,
        /a newer version .* has written it/.test(message),
      ]),
      [['notSaved', true]],
    );
  });

  it('never replaces one unreadable file with another', async () => {
    await mkdir(storage.directory);
    const clock = { ...systemClock, now: () => 0 };
    const { store } = storage.openWindow(clock);
    for (const text of ['first', 'second']) {
      await writeFile(storage.file, text);
      await store.reload();
    }
    const asides = (await readdir(storage.directory)).filter((name) => name.includes('unreadable'));
    const texts = asides.map((name) => readFile(join(storage.directory, name), 'utf8'));
    assert.deepEqual((await Promise.all(texts)).sort(), ['first', 'second']);
  });

  it('continues in memory while it cannot save, reports it once, and saves later', async () => {
    // A file in the place of the directory stops root, too, which permissions do not.
    await writeFile(storage.directory, 'in the way');
    const { store, problems } = storage.openWindow();
    await store.reload();
    const { id } = await store.create({ name: 'first', folder: FOLDER, cwd: '/one' });
    await store.create({ name: 'second', folder: FOLDER, cwd: '/one' });
    await store.rename(id, 'renamed');
    assert.deepEqual(
      store.list().map(({ name }) => name),
      ['renamed', 'second'],
    );
    assert.deepEqual(
      problems.map(({ kind, message }) => [kind, message.includes(storage.directory)]),
      [
        ['notRead', true],
        ['notSaved', true],
      ],
    );

    await rm(storage.directory);
    await store.create({ name: 'third', folder: FOLDER, cwd: '/one' });
    assert.deepEqual(await storage.namesOnDisk(), ['renamed', 'second', 'third']);
    assert.equal(problems.length, 2);
  });

  it('reports failures to read and to save separately, and again after a success', async () => {
    const { store, problems } = storage.openWindow();
    const block = () => writeFile(storage.directory, 'in the way');
    const create = () => store.create({ name: 'a task', folder: FOLDER, cwd: '/one' });
    const problemKinds = () => problems.map(({ kind }) => kind).join(' ');
    await block();
    await store.reload();
    await store.reload();
    assert.equal(problemKinds(), 'notRead');

    await rm(storage.directory);
    await store.reload();
    await block();
    await create();
    await create();
    assert.equal(problemKinds(), 'notRead notSaved', 'a failed read hides no failed save');
    await store.reload();
    assert.equal(
      problemKinds(),
      'notRead notSaved notRead',
      'a failed read after a successful one is reported again',
    );

    await rm(storage.directory);
    await create();
    await rm(storage.directory, { recursive: true });
    await block();
    await store.reload();
    assert.equal(
      problemKinds(),
      'notRead notSaved notRead',
      'a successful save does not count as a successful read',
    );
    await create();
    assert.equal(problemKinds(), 'notRead notSaved notRead notSaved');
  });

  it('keeps a file that it may not read', async function () {
    if (process.getuid?.() === 0) {
      // Root may read everything; a link that leads to itself is refused to root as well.
      await mkdir(storage.directory);
      await symlink('tasks.json', storage.file);
    } else {
      await mkdir(storage.directory);
      await writeFile(storage.file, '{"tasks":[]}');
      await chmod(storage.file, 0o000);
    }
    const { store, problems } = storage.openWindow();
    await store.reload();
    await store.create({ name: 'new', folder: FOLDER, cwd: '/one' });
    assert.deepEqual(await readdir(storage.directory), ['tasks.json']);
    assert.deepEqual(
      problems.map(({ kind }) => kind),
      ['notRead', 'notSaved'],
    );
  });
});
