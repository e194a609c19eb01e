import assert from 'node:assert/strict';
import { SessionError } from '../../../src/base/errors';
import { useTaskStorage } from '../../support/agents/useTaskStorage';

const FOLDER = 'file:///one';
const CHAT = { ptyId: 'a-chat-c1', providerId: 'a', label: 'Chat', createdAt: '' };

describe('TaskStore', () => {
  const storage = useTaskStorage();

  it('stores tasks and conversations for the next window', async () => {
    const { store } = storage.openWindow();
    const { id } = await store.create({ name: ' it\'s "a/b" 👩‍💻 ', folder: FOLDER, cwd: '/one' });
    await store.create({ name: 'other', folder: 'file:///two', cwd: '/two' });
    await store.putConversation(id, { ...CHAT, ptyId: 'a-main-t' });
    await store.putConversation(id, CHAT);
    await store.relabelConversation(id, CHAT.ptyId, 'Tests');
    await store.removeConversation(id, 'a-main-t');
    await store.rename(id, '  new name ');

    const next = storage.openWindow();
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
    const window = storage.openWindow();
    const created = window.store.create({ name: 'at once', folder: FOLDER, cwd: '/one' });
    assert.equal(window.store.list(FOLDER).length, 1);
    assert.equal(window.changes, 1);
    await created;
    assert.equal(window.changes, 1);
  });

  it('keeps a change that is made while an earlier one is written', async () => {
    const { store } = storage.openWindow();
    const first = store.create({ name: 'first', folder: 'file:///one', cwd: '/one' });
    await new Promise((resolve) => setImmediate(resolve));
    const second = store.create({ name: 'second', folder: 'file:///one', cwd: '/one' });
    await Promise.all([first, second]);
    assert.deepEqual(await storage.namesOnDisk(), ['first', 'second']);
  });

  it('fires for a change by another window, and only for a change', async () => {
    const window = storage.openWindow();
    await window.store.reload();
    await storage.openWindow().store.create({ name: 'theirs', folder: FOLDER, cwd: '/one' });
    await window.store.reload();
    await window.store.reload();
    assert.equal(window.changes, 1);
    assert.equal(window.store.list(FOLDER)[0]?.name, 'theirs');
  });

  it('merges the changes of two windows that have not read the file since', async () => {
    const [one, two] = [storage.openWindow(), storage.openWindow()];
    const task = await one.store.create({ name: 'one', folder: FOLDER, cwd: '/one' });
    await two.store.create({ name: 'two', folder: FOLDER, cwd: '/one' });
    await one.store.rename(task.id, 'renamed');
    assert.deepEqual(await storage.namesOnDisk(), ['renamed', 'two']);
  });

  it('refuses invalid names and unknown tasks', async () => {
    const { store } = storage.openWindow();
    const isBadRequest = (error: unknown): boolean => SessionError.is(error, 'BAD_REQUEST');
    const { id } = await store.create({ name: 'x'.repeat(500), folder: FOLDER, cwd: '/one' });
    await assert.rejects(store.create({ name: ' ', folder: FOLDER, cwd: '/one' }), isBadRequest);
    await assert.rejects(store.rename(id, 'x'.repeat(501)), isBadRequest);
    await assert.rejects(store.rename('gone', 'name'), isBadRequest);
    await assert.rejects(store.putConversation('gone', CHAT), isBadRequest);
    await store.remove('gone');
    assert.equal(store.list().length, 1);
  });
});
