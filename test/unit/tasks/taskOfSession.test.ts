import { equal } from 'node:assert/strict';
import type { Task } from '../../../src/tasks/task';
import { findConversation, findTaskOfSession } from '../../../src/tasks/taskOfSession';

describe('findTaskOfSession', () => {
  const TASKS = [task('a1'), task('b2', 'claude-chat-c3')];

  it('finds the task that has the session among its conversations', () => {
    equal(findTaskOfSession(TASKS, 'claude-chat-c3')?.id, 'b2');
  });

  it('finds the task of a main session before the task stores its conversation', () => {
    equal(findTaskOfSession(TASKS, 'codex-main-a1')?.id, 'a1');
    equal(TASKS[0] && findConversation(TASKS[0], 'codex-main-a1'), undefined);
  });

  it('finds none for a session without a task', () => {
    equal(findTaskOfSession(TASKS, 'claude-chat-d4'), undefined);
    equal(findTaskOfSession(TASKS, 'claude-chat-a1'), undefined);
  });
});

function task(id: string, ...ptyIds: readonly string[]): Task {
  const createdAt = '2026-01-01T00:00:00.000Z';
  const conversations = ptyIds.map((ptyId) => ({
    ptyId,
    providerId: 'claude',
    label: 'Claude Code',
    createdAt,
  }));
  return { id, name: id, folder: 'file:///work', cwd: '/work', createdAt, conversations };
}
