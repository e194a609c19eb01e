import assert from 'node:assert/strict';
import { ConfirmationStore, type Memory } from '../../../src/config/confirmations';

class FakeMemory implements Memory {
  readonly values = new Map<string, unknown>();

  get(key: string): unknown {
    return this.values.get(key);
  }

  async update(key: string, value: unknown): Promise<void> {
    this.values.set(key, value);
    return Promise.resolve();
  }
}

describe('ConfirmationStore', () => {
  const value = { key: 'providers.a', value: { cli: './a', env: { TOKEN: 'secret', B: '1' } } };

  it('confirms a value only for the same key, value and folder', async () => {
    const store = new ConfirmationStore(new FakeMemory());
    assert.equal(store.isConfirmed('file:///one', value), false);
    await store.confirm('file:///one', value);
    const reordered = {
      key: 'providers.a',
      value: { env: { B: '1', TOKEN: 'secret' }, cli: './a' },
    };
    assert.deepEqual(
      [
        store.isConfirmed('file:///one', value),
        store.isConfirmed('file:///one', reordered),
        store.isConfirmed('file:///two', value),
        store.isConfirmed('file:///one', { ...value, key: 'providers.b' }),
        store.isConfirmed('file:///one', { ...value, value: { ...value.value, cli: './b' } }),
      ],
      [true, true, false, false, false],
    );
  });

  it('keeps confirmations in the memory, but not the values', async () => {
    const memory = new FakeMemory();
    await new ConfirmationStore(memory).confirm('file:///one', value);
    assert.ok(new ConfirmationStore(memory).isConfirmed('file:///one', value));
    assert.doesNotMatch(JSON.stringify([...memory.values]), /secret|one/);
  });

  it('treats a damaged memory as empty', async () => {
    const memory = new FakeMemory();
    memory.values.set('confirmedWorkspaceValues', { 0: 5 });
    const store = new ConfirmationStore(memory);
    assert.equal(store.isConfirmed('file:///one', value), false);
    await store.confirm('file:///one', value);
    assert.ok(store.isConfirmed('file:///one', value));
  });

  it('drops the oldest confirmation beyond its limit', async () => {
    const store = new ConfirmationStore(new FakeMemory());
    for (let count = 0; count <= 1000; count++) {
      await store.confirm('file:///one', { key: 'shell', value: count });
    }
    const isConfirmed = (count: number): boolean =>
      store.isConfirmed('file:///one', { key: 'shell', value: count });
    assert.deepEqual([0, 1, 1000].map(isConfirmed), [false, true, true]);
  });
});
