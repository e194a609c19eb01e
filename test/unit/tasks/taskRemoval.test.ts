import assert from 'node:assert/strict';
import { TaskRemoval, moveTask } from '../../../src/tasks/taskRemoval';
import { taskIn } from '../../support/views/treeSources';
import type { SessionMapEntry } from '../../../src/tasks/sessionMapStore';

describe('TaskRemoval', () => {
  const forgotten: string[] = [];
  const note = (what: string) => Promise.resolve(void forgotten.push(what));
  const task = taskIn('app', 't1', ['a-main-t1', 'b-chat-c1']);
  const taskRemoval = new TaskRemoval(
    {
      find: (id) => (id === task.id ? task : undefined),
      remove: (id) => note(`task ${id}`),
      removeConversation: (id, ptyId) => note(`conversation ${id} ${ptyId}`),
    },
    { remove: (ptyId) => note(`map ${ptyId}`) },
  );
  beforeEach(() => forgotten.splice(0));

  it('removes a task with the map entries of all its conversations', async () => {
    await taskRemoval.removeTask('t1');
    assert.deepEqual(forgotten, ['task t1', 'map a-main-t1', 'map b-chat-c1']);
  });

  it('removes a conversation with its map entry', async () => {
    await taskRemoval.removeConversation('t1', 'b-chat-c1');
    assert.deepEqual(forgotten, ['conversation t1 b-chat-c1', 'map b-chat-c1']);
  });

  it('accepts an unknown task', async () => {
    await taskRemoval.removeTask('none');
    assert.deepEqual(forgotten, ['task none']);
  });
});

describe('moveTask', () => {
  const task = { ...taskIn('app', 't1', ['a-main-t1', 'b-chat-c1', 'b-chat-c2']), cwd: '/old' };
  const map = new Map<string, SessionMapEntry>();
  const changes: unknown[] = [];
  const tasks: Parameters<typeof moveTask>[0] = {
    find: (id) => (id === task.id ? task : undefined),
    update: (id, fields) => Promise.resolve(void changes.push([id, fields])),
  };
  const stored: Parameters<typeof moveTask>[1] = {
    get: (ptyId) => map.get(ptyId),
    put: (ptyId, entry) => Promise.resolve(void map.set(ptyId, entry)),
  };

  it('moves the conversations of the task that were started in its directory', async () => {
    map.set('a-main-t1', { uuid: 'u', cwd: '/old', forkedFrom: 'f' });
    map.set('b-chat-c1', { uuid: 'v', cwd: '/elsewhere' });
    map.set('b-chat-x', { uuid: 'w', cwd: '/old' });
    const before = new Map(map);
    await moveTask(tasks, stored, 't1', { cwd: '/new', archivedAt: undefined });
    assert.deepEqual(changes, [['t1', { cwd: '/new', archivedAt: undefined }]]);
    assert.deepEqual(map, before.set('a-main-t1', { uuid: 'u', cwd: '/new', forkedFrom: 'f' }));
  });

  it('changes no conversation for an unknown task', async () => {
    const before = new Map(map);
    await moveTask(tasks, stored, 'none', { cwd: '/new' });
    assert.deepEqual(map, before);
  });
});
