import assert from 'node:assert/strict';
import { randomTaskIds } from '../../../src/tasks/taskIds';

describe('randomTaskIds', () => {
  it('creates unique suffixes that a PTY id can contain', () => {
    const tasks = Array.from({ length: 100 }, () => randomTaskIds.task());
    const conversations = Array.from({ length: 100 }, () => randomTaskIds.conversation());
    assert.ok(tasks.every((id) => /^task_[a-z0-9]{8,}$/.test(id)));
    assert.ok(conversations.every((id) => /^conv_[a-z0-9]{8,}$/.test(id)));
    assert.ok([...tasks, ...conversations].every((id) => id.length <= 64));
    assert.equal(new Set([...tasks, ...conversations]).size, 200);
  });
});
