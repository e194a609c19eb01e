import assert from 'node:assert/strict';
import type { Task } from '../../../src/tasks/task';
import { TASK_FILE } from '../../../src/tasks/taskStore';

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

const { parse, format } = TASK_FILE;

describe('TASK_FILE', () => {
  it('parses what it formats', () => {
    assert.deepEqual(parse(format([task])), { content: [task], damage: undefined });
  });

  it('keeps fields of a newer version', () => {
    const newer = { ...task, branch: 'b', conversations: [{ ...conversation, uuid: 'u' }] };
    assert.deepEqual(parse(list(newer)).content, [newer]);
  });

  it('keeps the options of a conversation as they are, also with values that it does not know', () => {
    const options = { model: 5, persistence: 'moon', later: { deep: [1] } };
    const kept: Task = { ...task, conversations: [{ ...conversation, options }] };
    assert.deepEqual(parse(format([kept])), { content: [kept], damage: undefined });
    const odd = { ...task, conversations: [{ ...conversation, options: 'all' }] };
    assert.deepEqual(parse(list(odd)).content[0]?.conversations[0]?.ptyId, conversation.ptyId);
  });

  const worktree = {
    path: '/one.worktrees/t1',
    cwd: '/one.worktrees/t1',
    repository: '/one',
    branch: 'agent/t1',
    base: 'c0ffee',
    baseBranch: undefined,
  };

  it('reads a worktree with and without a mark and a pending setup, and a start', () => {
    const marked = { ...worktree, mark: 'm1' };
    for (const extras of [
      { worktree },
      { worktree: marked, pendingSetup: {} },
      { worktree: marked, pendingSetup: { ptyId: 'shell-chat-c1' } },
      { start: { commit: 'c0ffee', dirty: { 'a/b': 'hash', gone: '' } } },
    ]) {
      const placed: Task = { ...task, ...extras };
      assert.deepEqual(parse(format([placed])), { content: [placed], damage: undefined });
    }
  });

  it('keeps a task whose mark, setup or start cannot be read', () => {
    const start = { commit: 'c0ffee', dirty: { a: 1 } };
    const odd = { ...task, worktree: { ...worktree, mark: 5 }, pendingSetup: 'soon', start };
    const [read] = parse(list(odd)).content;
    assert.deepEqual(
      [read?.worktree?.path, read?.worktree?.mark, read?.pendingSetup, read?.start],
      [worktree.path, undefined, undefined, { commit: 'c0ffee', dirty: undefined }],
    );
  });

  it('reads a file of a later version, and reports it as newer', () => {
    const text = JSON.stringify({ version: 2, tasks: [task, { odd: true }] });
    assert.deepEqual(parse(text), { content: [task], damage: undefined, isNewer: true });
  });

  it('reads past a byte order mark', () => {
    assert.deepEqual(parse(`\uFEFF${list(task)}`), { content: [task], damage: undefined });
  });

  const unusable: readonly (readonly [string, string, string])[] = [
    ['an empty file', '', 'it is empty'],
    ['only space', ' \n', 'it is empty'],
    ['a byte order mark alone', '\uFEFF', 'it is empty'],
    ['half a file', list(task).slice(0, 60), 'it is not JSON'],
    ['a NUL', '\0'.repeat(64), 'it is not JSON'],
    ['null', 'null', 'it contains no list of tasks'],
    ['an array', '[]', 'it contains no list of tasks'],
    ['a text', '"tasks"', 'it contains no list of tasks'],
    ['tasks of a wrong type', '{"tasks":{}}', 'it contains no list of tasks'],
  ];
  for (const [title, text, damage] of unusable) {
    it(`returns no tasks for ${title}, with the damage`, () => {
      assert.deepEqual(parse(text), { content: [], damage });
    });
  }

  const partial: readonly (readonly [string, readonly unknown[], readonly Task[]])[] = [
    ['an entry of a wrong type', [task, 5], [task]],
    ['a name of a wrong type', [task, { ...task, id: 't2', name: 5 }], [task]],
    ['an id that no PTY id can contain', [task, { ...task, id: 'a/b' }], [task]],
    ['an id twice', [task, { ...task, name: 'x' }], [task]],
    [
      'a damaged conversation',
      [task, { ...task, id: 't2', conversations: [{}, conversation] }],
      [task, { ...task, id: 't2' }],
    ],
  ];
  for (const [title, entries, tasks] of partial) {
    it(`keeps valid tasks beside ${title}`, () => {
      const damage = '1 of its 2 tasks cannot be read whole';
      assert.deepEqual(parse(list(...entries)), { content: tasks, damage });
    });
  }
});
