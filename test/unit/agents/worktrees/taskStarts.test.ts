import assert from 'node:assert/strict';
import { TaskStarts } from '../../../../src/agents/worktrees/taskStarts';
import { Emitter } from '../../../../src/base/event';
import { nullLogger } from '../../../../src/base/logger';
import type { Task } from '../../../../src/tasks/task';
import { ManualClock } from '../../../support/manualClock';
import { changesWith } from '../../../support/views/changes';
import { worktreeTask } from '../../../support/agents/worktreeTask';

describe('TaskStarts', () => {
  it('stores the commit at which a new task without a worktree begins, once', async () => {
    const clock = new ManualClock();
    const didChange = new Emitter<void>();
    const createdAt = new Date(clock.now()).toISOString();
    const old: Task = { ...worktreeTask('old'), worktree: undefined, createdAt: '1960-01-01' };
    const fresh: Task = { ...old, id: 'new', createdAt };
    const asked: string[] = [];
    const stored: unknown[] = [];
    const starts = new TaskStarts({
      clock,
      logger: nullLogger,
      tasks: {
        list: () => [old, fresh, { ...worktreeTask('w'), createdAt }],
        onDidChange: didChange.event,
        update: (id, fields) => Promise.resolve(void stored.push([id, fields])),
      },
      worktrees: {
        changes: ({ id }) =>
          Promise.resolve(changesWith([], { head: 'abc' })).finally(() => asked.push(id)),
      },
    });
    didChange.fire();
    didChange.fire();
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(
      [asked, stored],
      [['new'], [['new', { start: { commit: 'abc', dirty: {} } }]]],
    );
    starts.dispose();
    assert.equal(didChange.hasListeners, false);
  });
});
