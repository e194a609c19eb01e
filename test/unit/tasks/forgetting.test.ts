import assert from 'node:assert/strict';
import { Forgetting } from '../../../src/tasks/forgetting';
import { taskIn } from '../../support/views/treeSources';

describe('Forgetting', () => {
  const forgotten: string[] = [];
  const note = (what: string) => Promise.resolve(void forgotten.push(what));
  const task = taskIn('app', 't1', ['a-main-t1', 'b-chat-c1']);
  const forgetting = new Forgetting(
    {
      find: (id) => (id === task.id ? task : undefined),
      remove: (id) => note(`task ${id}`),
      removeConversation: (id, ptyId) => note(`conversation ${id} ${ptyId}`),
    },
    { remove: (ptyId) => note(`map ${ptyId}`) },
  );
  beforeEach(() => forgotten.splice(0));

  it('of a task is of all its conversations', async () => {
    await forgetting.task('t1');
    assert.deepEqual(forgotten, ['task t1', 'map a-main-t1', 'map b-chat-c1']);
  });

  it('of a conversation is of what the map has of it', async () => {
    await forgetting.conversation('t1', 'b-chat-c1');
    assert.deepEqual(forgotten, ['conversation t1 b-chat-c1', 'map b-chat-c1']);
  });

  it('of an unknown task is harmless', async () => {
    await forgetting.task('none');
    assert.deepEqual(forgotten, ['task none']);
  });
});
