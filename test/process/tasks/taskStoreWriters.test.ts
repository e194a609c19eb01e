import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { useTaskStorage } from '../../support/agents/useTaskStorage';
import { waitFor } from '../../support/waitFor';

const FOLDER = 'file:///one';

describe('TaskStore beside other writers', () => {
  const storage = useTaskStorage();

  it('loses nothing when two processes write 50 tasks each at the same time', async () => {
    const writers = await Promise.all([storage.startWriter('a', 50), storage.startWriter('b', 50)]);
    const ends = writers.map((child) => once(child, 'exit'));
    for (const child of writers) {
      child.stdin.write('go\n');
    }
    assert.deepEqual(
      (await Promise.all(ends)).map(([code]: unknown[]) => code),
      [0, 0],
    );
    assert.equal(new Set(await storage.namesOnDisk()).size, 100);
    assert.deepEqual(await readdir(storage.directory), ['tasks.json']);
  });

  it('gives tasks of one name that two windows create at once different numbers', async () => {
    const windows = [storage.openWindow(), storage.openWindow()];
    const create = ({ store }: (typeof windows)[number]) =>
      store.create({ name: 'Till fork', folder: FOLDER, cwd: '/f' }, { isNumbered: true });
    const created = await Promise.all([...windows, ...windows].map(create));
    const names = created.map(({ name }) => name).sort();
    assert.deepEqual(names, ['Till fork', 'Till fork 2', 'Till fork 3', 'Till fork 4']);
    assert.deepEqual((await storage.namesOnDisk()).toSorted(), names);
  });

  const itOnUnix = process.platform === 'win32' ? it.skip : it;
  itOnUnix(
    'keeps the complete old content if only a part of the new one can be written',
    async () => {
      await storage.openWindow().store.create({ name: 'old', folder: FOLDER, cwd: '/f' });
      const child = await storage.startWriter('x'.repeat(400), 2, 1);
      let problem = '';
      child.stderr.on('data', (data: Buffer) => (problem += data.toString()));
      child.stdin.write('go\n');
      assert.deepEqual(await once(child, 'close'), [1, null]);
      assert.match(problem, /cannot be saved \(EFBIG/);
      assert.deepEqual(await storage.namesOnDisk(), ['old', `${'x'.repeat(400)}1`]);
      assert.deepEqual(await readdir(storage.directory), ['tasks.json']);
    },
  );

  it('keeps complete content after kill -9, and continues', async () => {
    const writer = await storage.startWriter('x'.repeat(400), 0);
    writer.stdin.write('go\n');
    const exit = once(writer, 'exit');
    const { store, problems } = storage.openWindow();
    const has20 = async (): Promise<boolean> => {
      await store.reload();
      return store.list().length >= 20;
    };
    await waitFor(has20, { limitMs: 20_000, what: '20 tasks of the writer' });
    writer.kill('SIGKILL');
    await exit;
    // The file that a writer leaves behind if it is killed between its two steps.
    await writeFile(`${storage.file}.0123456789ab.tmp`, '{"tasks":[');
    const kept = (await storage.namesOnDisk()).length;
    await store.create({ name: 'after', folder: FOLDER, cwd: '/one' });
    await store.reload();
    assert.equal((await storage.namesOnDisk()).length, kept + 1);
    assert.deepEqual(await readdir(storage.directory), ['tasks.json']);
    assert.deepEqual(problems, []);
  }).timeout(30_000);
});
