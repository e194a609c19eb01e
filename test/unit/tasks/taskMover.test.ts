import assert from 'node:assert/strict';
import type { SessionMapEntry } from '../../../src/tasks/sessionMapFile';
import { TaskMover } from '../../../src/tasks/taskMover';
import { taskIn } from '../../support/views/treeSources';

describe('TaskMover', () => {
  const task = { ...taskIn('app', 't1', ['a-main-t1', 'b-chat-c1', 'b-chat-c2']), cwd: '/old' };
  const map = new Map<string, SessionMapEntry>();
  const changes: unknown[] = [];
  const taskMover = new TaskMover(
    {
      find: (id) => (id === task.id ? task : undefined),
      update: (id, fields) => Promise.resolve(void changes.push([id, fields])),
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
    await taskMover.move('t1', { cwd: '/new', archivedAt: undefined });
    assert.deepEqual(changes, [['t1', { cwd: '/new', archivedAt: undefined }]]);
    assert.deepEqual(map, before.set('a-main-t1', { uuid: 'u', cwd: '/new', forkedFrom: 'f' }));
  });

  it('changes no conversation for an unknown task', async () => {
    const before = new Map(map);
    await taskMover.move('none', { cwd: '/new' });
    assert.deepEqual(map, before);
  });
});
