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

describe('TaskStore where its file is damaged, or cannot be read or saved', () => {
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
    ['full of NUL', () => writeFile(storage.file, '\0'.repeat(512))],
    [
      'in UTF-16 with a byte order mark',
      () => writeFile(storage.file, '\uFEFF{"tasks":[]}', 'utf16le'),
    ],
    ['a directory', () => mkdir(storage.file)],
  ];
  for (const [title, damage] of damaged) {
    it(`moves aside a file that is ${title}, says so once, and goes on`, async () => {
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

  it('keeps what can be read of a damaged file, and the whole of it aside', async () => {
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

  it('reads what a later version wrote, and never writes over it', async () => {
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

  it('never puts one unreadable file in the place of another', async () => {
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

  it('runs on in memory while it cannot save, says so once, and saves later', async () => {
    // A file where the directory should be stops root too, whom permissions do not.
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

  it('tells of reading and of saving each on its own, and again after each has succeeded', async () => {
    const { store, problems } = storage.openWindow();
    const block = () => writeFile(storage.directory, 'in the way');
    const create = () => store.create({ name: 'a task', folder: FOLDER, cwd: '/one' });
    const told = () => problems.map(({ kind }) => kind).join(' ');
    await block();
    await store.reload();
    await store.reload();
    assert.equal(told(), 'notRead');

    await rm(storage.directory);
    await store.reload();
    await block();
    await create();
    await create();
    assert.equal(told(), 'notRead notSaved', 'a failed reading hides no failed saving');
    await store.reload();
    assert.equal(told(), 'notRead notSaved notRead', 'a good reading is known again');

    await rm(storage.directory);
    await create();
    await rm(storage.directory, { recursive: true });
    await block();
    await store.reload();
    assert.equal(told(), 'notRead notSaved notRead', 'a good saving says nothing about reading');
    await create();
    assert.equal(told(), 'notRead notSaved notRead notSaved');
  });

  it('leaves a file alone that it may not read', async function () {
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
