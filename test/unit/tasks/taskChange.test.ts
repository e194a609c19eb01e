import assert from 'node:assert/strict';
import type { Conversation, Task } from '../../../src/tasks/task';
import { applyTaskChange, type TaskChange } from '../../../src/tasks/taskChange';

const main: Conversation = { ptyId: 'a-main-t1', providerId: 'a', label: 'A', createdAt: '' };
const chat: Conversation = { ptyId: 'a-chat-c1', providerId: 'a', label: 'Chat', createdAt: '' };
const first: Task = {
  id: 't1',
  name: 'First',
  folder: 'file:///one',
  cwd: '/one',
  createdAt: '',
  conversations: [main],
};
const second: Task = { ...first, id: 't2', name: 'Second', conversations: [] };

describe('applyTaskChange', () => {
  const cases: readonly (readonly [string, TaskChange, readonly Task[]])[] = [
    ['adds a task at the end', { kind: 'addTask', task: second }, [first, second]],
    [
      'adds a task with a number if another one of its folder has the name',
      { kind: 'addTask', task: { ...second, name: 'First' }, isNumbered: true },
      [first, { ...second, name: 'First 2' }],
    ],
    [
      'adds one without a number if only one of another folder has the name',
      {
        kind: 'addTask',
        task: { ...second, name: 'First', folder: 'file:///two' },
        isNumbered: true,
      },
      [first, { ...second, name: 'First', folder: 'file:///two' }],
    ],
    ['does not add a task twice', { kind: 'addTask', task: { ...first, name: 'x' } }, [first]],
    [
      'renames a task',
      { kind: 'renameTask', taskId: 't1', name: 'New' },
      [{ ...first, name: 'New' }],
    ],
    ['removes a task', { kind: 'removeTask', taskId: 't1' }, []],
    ['keeps the other tasks', { kind: 'removeTask', taskId: 'gone' }, [first]],
    [
      'adds a conversation',
      { kind: 'putConversation', taskId: 't1', conversation: chat },
      [{ ...first, conversations: [main, chat] }],
    ],
    [
      'replaces a conversation of the same PTY id in its place',
      { kind: 'putConversation', taskId: 't1', conversation: { ...main, label: 'B' } },
      [{ ...first, conversations: [{ ...main, label: 'B' }] }],
    ],
    [
      'removes a field that is undefined',
      { kind: 'putConversation', taskId: 't1', conversation: { ...main, startedBy: undefined } },
      [first],
    ],
    [
      'removes a conversation',
      { kind: 'removeConversation', taskId: 't1', ptyId: main.ptyId },
      [{ ...first, conversations: [] }],
    ],
    [
      'relabels a conversation',
      { kind: 'relabelConversation', taskId: 't1', ptyId: main.ptyId, label: 'C' },
      [{ ...first, conversations: [{ ...main, label: 'C' }] }],
    ],
    [
      'mutes a conversation',
      { kind: 'muteConversation', taskId: 't1', ptyId: main.ptyId, isMuted: true },
      [{ ...first, conversations: [{ ...main, isMuted: true }] }],
    ],
    [
      'ignores a change of a task that does not exist',
      { kind: 'putConversation', taskId: 'gone', conversation: chat },
      [first],
    ],
  ];
  it('replaces the fields of a conversation, and keeps those of a later version', () => {
    const stored = { ...main, startedBy: 'a-chat-c1', options: { model: 'm' }, branch: 'b' };
    const conversation = { ...main, isOpen: true, startedBy: undefined, options: undefined };
    const change: TaskChange = { kind: 'putConversation', taskId: 't1', conversation };
    const [task] = applyTaskChange([{ ...first, conversations: [stored] }], change);
    assert.deepEqual(task?.conversations, [{ ...main, isOpen: true, branch: 'b' }]);
  });

  for (const [title, change, expected] of cases) {
    it(title, () => assert.deepEqual(applyTaskChange([first], change), expected));
  }
});
