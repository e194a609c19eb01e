import assert from 'node:assert/strict';
import type { Task } from '../../../src/tasks/task';
import { formatTaskFile, parseTaskFile } from '../../../src/tasks/taskFile';

const conversation = { ptyId: 'a-main-t1', providerId: 'a', label: 'A', createdAt: 'then' };
const task: Task = {
  id: 't1',
  name: `it's "a/b" 👩‍💻`,
  folder: 'file:///one',
  cwd: '/one',
  createdAt: 'then',
  conversations: [conversation],
};
const list = (...tasks: readonly unknown[]): string => JSON.stringify({ tasks });

describe('parseTaskFile', () => {
  it('reads what formatTaskFile wrote', () => {
    assert.deepEqual(parseTaskFile(formatTaskFile([task])), { tasks: [task], damage: undefined });
  });

  it('passes on what a newer version has added', () => {
    const newer = { ...task, branch: 'b', conversations: [{ ...conversation, uuid: 'u' }] };
    assert.deepEqual(parseTaskFile(list(newer)).tasks, [newer]);
  });

  it('reads past a byte order mark', () => {
    assert.deepEqual(parseTaskFile(`\uFEFF${list(task)}`), { tasks: [task], damage: undefined });
  });

  const unusable: readonly (readonly [string, string, string])[] = [
    ['nothing', '', 'it is empty'],
    ['only space', ' \n', 'it is empty'],
    ['a byte order mark alone', '\uFEFF', 'it is empty'],
    ['half a file', list(task).slice(0, 60), 'it is not JSON'],
    ['a NUL', '\0'.repeat(64), 'it is not JSON'],
    ['null', 'null', 'it holds no list of tasks'],
    ['an array', '[]', 'it holds no list of tasks'],
    ['a text', '"tasks"', 'it holds no list of tasks'],
    ['tasks of a wrong type', '{"tasks":{}}', 'it holds no list of tasks'],
  ];
  for (const [title, text, damage] of unusable) {
    it(`gives no tasks for ${title}, and says why`, () => {
      assert.deepEqual(parseTaskFile(text), { tasks: [], damage });
    });
  }

  const partial: readonly (readonly [string, readonly unknown[], readonly Task[]])[] = [
    ['an entry of a wrong type', [task, 5], [task]],
    ['a name of a wrong type', [task, { ...task, id: 't2', name: 5 }], [task]],
    ['an id that no PTY id can hold', [task, { ...task, id: 'a/b' }], [task]],
    ['an id twice', [task, { ...task, name: 'x' }], [task]],
    [
      'a damaged conversation',
      [task, { ...task, id: 't2', conversations: [{}, conversation] }],
      [task, { ...task, id: 't2' }],
    ],
  ];
  for (const [title, entries, tasks] of partial) {
    it(`keeps what is right beside ${title}`, () => {
      const damage = '1 of its 2 tasks cannot be read whole';
      assert.deepEqual(parseTaskFile(list(...entries)), { tasks, damage });
    });
  }
});
