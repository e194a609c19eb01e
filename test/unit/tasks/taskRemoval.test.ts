import assert from 'node:assert/strict';
import { TaskRemoval } from '../../../src/tasks/taskRemoval';
import { taskIn } from '../../support/views/treeSources';

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
