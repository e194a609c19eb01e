import assert from 'node:assert/strict';
import type { SessionMapEntry } from '../../../src/tasks/sessionMapFile';
import { Moving } from '../../../src/tasks/moving';
import { taskIn } from '../../support/views/treeSources';

describe('Moving', () => {
  const task = { ...taskIn('app', 't1', ['a-main-t1', 'b-chat-c1', 'b-chat-c2']), cwd: '/old' };
  const map = new Map<string, SessionMapEntry>();
  const places: unknown[] = [];
  const moving = new Moving(
    {
      find: (id) => (id === task.id ? task : undefined),
      place: (id, place) => Promise.resolve(void places.push([id, place])),
    },
    {
      get: (ptyId) => map.get(ptyId),
      put: (ptyId, entry) => Promise.resolve(void map.set(ptyId, entry)),
    },
  );

  it('moves the conversations of the task that were started in its directory', async () => {
    map.set('a-main-t1', { uuid: 'u', cwd: '/old', forkedFrom: 'f' });
    map.set('b-chat-c1', { uuid: 'v', cwd: '/elsewhere' });
    map.set('b-chat-x', { uuid: 'w', cwd: '/old' });
    const before = new Map(map);
    await moving.task('t1', { cwd: '/new', archivedAt: undefined });
    assert.deepEqual(places, [['t1', { cwd: '/new', archivedAt: undefined }]]);
    assert.deepEqual(map, before.set('a-main-t1', { uuid: 'u', cwd: '/new', forkedFrom: 'f' }));
  });

  it('changes no conversation for an unknown task', async () => {
    const before = new Map(map);
    await moving.task('none', { cwd: '/new' });
    assert.deepEqual(map, before);
  });
});
