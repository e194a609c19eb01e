import assert from 'node:assert/strict';
import { CombinedSource } from '../../../src/pty/combinedSource';
import type { DetachedSession, SessionSource } from '../../../src/pty/sessionSource';

describe('CombinedSource', () => {
  const opened: string[] = [];
  beforeEach(() => opened.splice(0));

  const detached = (id: string): DetachedSession => ({
    ...{ id, folder: null, workDir: '/work', createdAt: '2026-01-01T00:00:00.000Z' },
    ...{ isShown: false, isEnded: false, canReconnect: true },
  });

  function source(id: string, { problem, failure }: { problem?: Error; failure?: Error } = {}) {
    return {
      whenReady: () => (failure ? Promise.reject(failure) : Promise.resolve()),
      list: () => Promise.resolve({ sessions: [detached(id)], problem }),
      open: (requested) => {
        opened.push(`${id}: ${requested}`);
        return Promise.resolve();
      },
    } satisfies SessionSource;
  }

  it('lists the sessions of all sources, and the first problem', async () => {
    const problem = new Error('tmux is silent.');
    const other = new Error('The host is gone.');
    const combined = new CombinedSource([
      source('a'),
      source('b', { problem }),
      source('c', { problem: other }),
    ]);
    const { sessions, problem: listed } = await combined.list();
    assert.deepEqual([sessions.map(({ id }) => id), listed], [['a', 'b', 'c'], problem]);
  });

  it('settles whenReady() only after all sources are ready, and rejects if one rejects', async () => {
    let beReady = (): void => {};
    const ready = new Promise<void>((resolve) => (beReady = resolve));
    const failure = new Error('The host is gone.');
    let isSettled = false;
    const combined = new CombinedSource([
      source('a', { failure }),
      { ...source('b'), whenReady: () => ready.then(() => assert.equal(isSettled, false)) },
    ]);
    const rejected = assert
      .rejects(combined.whenReady(), failure)
      .finally(() => (isSettled = true));
    await combined.list();
    beReady();
    await rejected;
    await new CombinedSource([source('a'), source('b')]).whenReady();
  });

  it('passes open() to every source', async () => {
    await new CombinedSource([source('a'), source('b')]).open('b');
    assert.deepEqual(opened, ['a: b', 'b: b']);
  });
});
