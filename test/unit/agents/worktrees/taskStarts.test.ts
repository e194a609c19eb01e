import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TaskStarts } from '../../../../src/agents/worktrees/taskStarts';
import { Emitter } from '../../../../src/base/event';
import { nullLogger } from '../../../../src/base/logger';
import type { Task, TaskStart } from '../../../../src/tasks/task';
import { ManualClock } from '../../../support/manualClock';
import { waitFor } from '../../../support/waitFor';
import { changedFile, changesWith } from '../../../support/views/changes';
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

  it('stores no file that was modified after the task began', async () => {
    const root = mkdtempSync(join(tmpdir(), 'agent-terminals-starts-'));
    writeFileSync(join(root, 'before'), '');
    utimesSync(join(root, 'before'), 5, 5);
    writeFileSync(join(root, 'after'), '');
    utimesSync(join(root, 'after'), 15, 15);
    const didChange = new Emitter<void>();
    const createdAt = new Date(10_000).toISOString();
    let start: TaskStart | undefined;
    const starts = new TaskStarts({
      clock: new ManualClock(),
      logger: nullLogger,
      tasks: {
        list: () => [{ ...worktreeTask('t1'), worktree: undefined, createdAt }],
        onDidChange: didChange.event,
        update: (_, fields) => Promise.resolve(void (start = fields.start)),
      },
      worktrees: {
        changes: () =>
          Promise.resolve(
            changesWith(
              ['before', 'after', 'deleted'].map((path) => changedFile(path)),
              { root },
            ),
          ),
      },
    });
    didChange.fire();
    await waitFor(() => start !== undefined, { limitMs: 5000, what: 'the start' });
    assert.deepEqual(Object.keys(start?.dirty ?? {}), ['before', 'deleted']);
    starts.dispose();
    rmSync(root, { recursive: true });
  });
});
