import assert from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { systemClock } from '../../../src/base/clock';
import { SessionError } from '../../../src/base/errors';
import { TASK_FILE } from '../../../src/tasks/taskFile';
import type { StorageProblem } from '../../../src/tasks/sharedState';
import { randomTaskIds } from '../../../src/tasks/taskIds';
import { TaskStore } from '../../../src/tasks/taskStore';
import { waitFor } from '../../support/waitFor';

const WRITER = resolve('test/support/taskWriter.ts');
const FOLDER = 'file:///one';
const CHAT = { ptyId: 'a-chat-c1', providerId: 'a', label: 'Chat', createdAt: '' };

interface Window {
  readonly store: TaskStore;
  readonly problems: readonly StorageProblem[];
  changes: number;
}

describe('TaskStore', () => {
  let root: string;
  let directory: string;
  let file: string;
  const children = new Set<ChildProcessWithoutNullStreams>();

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'agent-terminals-tasks-'));
    directory = join(root, 'storage');
    file = join(directory, 'tasks.json');
  });

  afterEach(async () => {
    for (const child of children) {
      child.kill('SIGKILL');
    }
    children.clear();
    await rm(root, { recursive: true, force: true });
  });

  function openWindow(): Window {
    const store = new TaskStore(directory, systemClock, randomTaskIds);
    const problems: StorageProblem[] = [];
    const window = { store, problems, changes: 0 };
    store.onDidMeetProblem((problem) => problems.push(problem));
    store.onDidChange(() => window.changes++);
    return window;
  }

  async function namesOnDisk(): Promise<readonly string[]> {
    const { content, damage } = TASK_FILE.parse(await readFile(file, 'utf8'));
    assert.equal(damage, undefined);
    return content.map(({ name }) => name);
  }

  /** `limitKiB`: a file grows no larger, as where the disk is full; its begin is still written. */
  async function startWriter(prefix: string, count: number, limitKiB?: number) {
    const args = ['--import=tsx', WRITER, directory, prefix, String(count)];
    const limited = ['-c', `ulimit -f ${limitKiB}; exec "$@"`, 'bash', process.execPath, ...args];
    const child = limitKiB === undefined ? spawn(process.execPath, args) : spawn('bash', limited);
    children.add(child);
    await once(child.stdout, 'data');
    return child;
  }

  it('remembers tasks and conversations for the next window', async () => {
    const { store } = openWindow();
    const { id } = await store.create({ name: ' it\'s "a/b" 👩‍💻 ', folder: FOLDER, cwd: '/one' });
    await store.create({ name: 'other', folder: 'file:///two', cwd: '/two' });
    await store.putConversation(id, { ...CHAT, ptyId: 'a-main-t' });
    await store.putConversation(id, CHAT);
    await store.relabelConversation(id, CHAT.ptyId, 'Tests');
    await store.removeConversation(id, 'a-main-t');
    await store.rename(id, '  new name ');

    const next = openWindow();
    await next.store.reload();
    assert.deepEqual(next.store.list(), store.list());
    assert.deepEqual(next.store.list(FOLDER), [next.store.find(id)]);
    const { name, conversations } = next.store.find(id) ?? {};
    assert.deepEqual([name, conversations], ['new name', [{ ...CHAT, label: 'Tests' }]]);

    await next.store.remove(id);
    await store.reload();
    assert.deepEqual(
      store.list().map((task) => task.name),
      ['other'],
    );
  });

  it('shows a change before it is on disk', async () => {
    const window = openWindow();
    const created = window.store.create({ name: 'at once', folder: FOLDER, cwd: '/one' });
    assert.equal(window.store.list(FOLDER).length, 1);
    assert.equal(window.changes, 1);
    await created;
    assert.equal(window.changes, 1);
  });

  it('tells of a change by another window, and only of a change', async () => {
    const window = openWindow();
    await window.store.reload();
    await openWindow().store.create({ name: 'theirs', folder: FOLDER, cwd: '/one' });
    await window.store.reload();
    await window.store.reload();
    assert.equal(window.changes, 1);
    assert.equal(window.store.list(FOLDER)[0]?.name, 'theirs');
  });

  it('merges the changes of two windows that know nothing of each other', async () => {
    const [one, two] = [openWindow(), openWindow()];
    const task = await one.store.create({ name: 'one', folder: FOLDER, cwd: '/one' });
    await two.store.create({ name: 'two', folder: FOLDER, cwd: '/one' });
    await one.store.rename(task.id, 'renamed');
    assert.deepEqual(await namesOnDisk(), ['renamed', 'two']);
  });

  it('refuses bad names and unknown tasks', async () => {
    const { store } = openWindow();
    const isBadRequest = (error: unknown): boolean => SessionError.is(error, 'BAD_REQUEST');
    const { id } = await store.create({ name: 'x'.repeat(500), folder: FOLDER, cwd: '/one' });
    await assert.rejects(store.create({ name: ' ', folder: FOLDER, cwd: '/one' }), isBadRequest);
    await assert.rejects(store.rename(id, 'x'.repeat(501)), isBadRequest);
    await assert.rejects(store.rename('gone', 'name'), isBadRequest);
    await assert.rejects(store.putConversation('gone', CHAT), isBadRequest);
    await store.remove('gone');
    assert.equal(store.list().length, 1);
  });

  it('loses nothing when two processes write 50 tasks each at the same time', async () => {
    const writers = await Promise.all([startWriter('a', 50), startWriter('b', 50)]);
    const ends = writers.map((child) => once(child, 'exit'));
    for (const child of writers) {
      child.stdin.write('go\n');
    }
    assert.deepEqual(
      (await Promise.all(ends)).map(([code]: unknown[]) => code),
      [0, 0],
    );
    assert.equal(new Set(await namesOnDisk()).size, 100);
    assert.deepEqual(await readdir(directory), ['tasks.json']);
  });

  const itOnUnix = process.platform === 'win32' ? it.skip : it;
  itOnUnix('keeps the old content whole where half of the new one finds room', async () => {
    await openWindow().store.create({ name: 'old', folder: FOLDER, cwd: '/f' });
    const child = await startWriter('x'.repeat(400), 2, 1);
    let problem = '';
    child.stderr.on('data', (data: Buffer) => (problem += data.toString()));
    child.stdin.write('go\n');
    assert.deepEqual(await once(child, 'close'), [1, null]);
    assert.match(problem, /cannot be saved \(EFBIG/);
    assert.deepEqual(await namesOnDisk(), ['old', `${'x'.repeat(400)}1`]);
    assert.deepEqual(await readdir(directory), ['tasks.json']);
  });

  it('has the old or the new content after kill -9, and goes on', async () => {
    const writer = await startWriter('x'.repeat(400), 0);
    writer.stdin.write('go\n');
    const exit = once(writer, 'exit');
    const { store, problems } = openWindow();
    const has20 = async (): Promise<boolean> => {
      await store.reload();
      return store.list().length >= 20;
    };
    await waitFor(has20, { limitMs: 20_000, what: '20 tasks of the writer' });
    writer.kill('SIGKILL');
    await exit;
    // What a writer killed between its two steps leaves behind.
    await writeFile(`${file}.0123456789ab.tmp`, '{"tasks":[');
    const kept = (await namesOnDisk()).length;
    await store.create({ name: 'after', folder: FOLDER, cwd: '/one' });
    await store.reload();
    assert.equal((await namesOnDisk()).length, kept + 1);
    assert.deepEqual(await readdir(directory), ['tasks.json']);
    assert.deepEqual(problems, []);
  }).timeout(30_000);

  const damaged: readonly (readonly [string, () => Promise<void>])[] = [
    ['empty', () => writeFile(file, '')],
    ['cut off', () => writeFile(file, '{"tasks":[{"id":"t1"')],
    ['null', () => writeFile(file, 'null')],
    ['an array', () => writeFile(file, '[]')],
    ['of wrong types', () => writeFile(file, '{"tasks":"none"}')],
    ['50 MB', () => writeFile(file, '{}').then(() => truncate(file, 50 * 1024 * 1024))],
    ['full of NUL', () => writeFile(file, '\0'.repeat(512))],
    ['in UTF-16 with a byte order mark', () => writeFile(file, '\uFEFF{"tasks":[]}', 'utf16le')],
    ['a directory', () => mkdir(file)],
  ];
  for (const [title, damage] of damaged) {
    it(`moves aside a file that is ${title}, says so once, and goes on`, async () => {
      await mkdir(directory);
      await damage();
      const { size } = await stat(file);
      const { store, problems } = openWindow();
      await store.reload();
      await store.create({ name: 'new', folder: FOLDER, cwd: '/one' });

      const [aside, ...others] = (await readdir(directory)).filter((name) => name !== 'tasks.json');
      assert.match(aside ?? '', /^tasks\.json\.unreadable-\d{4}-\d\d-\d\dT[\d-]+Z$/);
      assert.deepEqual(others, []);
      assert.equal((await stat(join(directory, aside ?? ''))).size, size);
      assert.deepEqual(
        problems.map(({ kind, message }) => [kind, message.includes(aside ?? '?')]),
        [['unreadable', true]],
      );
      assert.deepEqual(await namesOnDisk(), ['new']);
    });
  }

  it('keeps what can be read of a damaged file, and the whole of it aside', async () => {
    const before = openWindow();
    await before.store.create({ name: 'whole', folder: FOLDER, cwd: '/one' });
    const text = (await readFile(file, 'utf8')).replace('"tasks": [', '"tasks": [{"id":5},');
    await writeFile(file, text);
    const { store, problems } = openWindow();
    await store.reload();
    assert.deepEqual(store.list(), before.store.list());
    assert.deepEqual(await namesOnDisk(), ['whole']);
    assert.match(problems[0]?.message ?? '', /1 of its 2 tasks cannot be read whole/);
    const aside = (await readdir(directory)).find((name) => name !== 'tasks.json') ?? '';
    assert.equal(await readFile(join(directory, aside), 'utf8'), text);
  });

  it('never puts one unreadable file in the place of another', async () => {
    await mkdir(directory);
    const clock = { ...systemClock, now: () => 0 };
    const store = new TaskStore(directory, clock, randomTaskIds);
    for (const text of ['first', 'second']) {
      await writeFile(file, text);
      await store.reload();
    }
    const asides = (await readdir(directory)).filter((name) => name.includes('unreadable'));
    const texts = asides.map((name) => readFile(join(directory, name), 'utf8'));
    assert.deepEqual((await Promise.all(texts)).sort(), ['first', 'second']);
  });

  it('runs on in memory while it cannot save, says so once, and saves later', async () => {
    // A file where the directory should be stops root too, whom permissions do not.
    await writeFile(directory, 'in the way');
    const { store, problems } = openWindow();
    await store.reload();
    const { id } = await store.create({ name: 'first', folder: FOLDER, cwd: '/one' });
    await store.create({ name: 'second', folder: FOLDER, cwd: '/one' });
    await store.rename(id, 'renamed');
    assert.deepEqual(
      store.list().map(({ name }) => name),
      ['renamed', 'second'],
    );
    assert.deepEqual(
      problems.map(({ kind, message }) => [kind, message.includes(directory)]),
      [
        ['notRead', true],
        ['notSaved', true],
      ],
    );

    await rm(directory);
    await store.create({ name: 'third', folder: FOLDER, cwd: '/one' });
    assert.deepEqual(await namesOnDisk(), ['renamed', 'second', 'third']);
    assert.equal(problems.length, 2);
  });

  it('tells of reading and of saving each on its own, and again after each has succeeded', async () => {
    const { store, problems } = openWindow();
    const block = () => writeFile(directory, 'in the way');
    const create = () => store.create({ name: 'a task', folder: FOLDER, cwd: '/one' });
    const told = () => problems.map(({ kind }) => kind).join(' ');
    await block();
    await store.reload();
    await store.reload();
    assert.equal(told(), 'notRead');

    await rm(directory);
    await store.reload();
    await block();
    await create();
    await create();
    assert.equal(told(), 'notRead notSaved', 'a failed reading hides no failed saving');
    await store.reload();
    assert.equal(told(), 'notRead notSaved notRead', 'a good reading is known again');

    await rm(directory);
    await create();
    await rm(directory, { recursive: true });
    await block();
    await store.reload();
    assert.equal(told(), 'notRead notSaved notRead', 'a good saving says nothing about reading');
    await create();
    assert.equal(told(), 'notRead notSaved notRead notSaved');
  });

  it('leaves a file alone that it may not read', async function () {
    if (process.getuid?.() === 0) {
      // Root may read everything; a link that leads to itself is refused to root as well.
      await mkdir(directory);
      await symlink('tasks.json', file);
    } else {
      await mkdir(directory);
      await writeFile(file, '{"tasks":[]}');
      await chmod(file, 0o000);
    }
    const { store, problems } = openWindow();
    await store.reload();
    await store.create({ name: 'new', folder: FOLDER, cwd: '/one' });
    assert.deepEqual(await readdir(directory), ['tasks.json']);
    assert.deepEqual(
      problems.map(({ kind }) => kind),
      ['notRead', 'notSaved'],
    );
  });
});
