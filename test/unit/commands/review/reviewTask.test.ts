import assert from 'node:assert/strict';
import type { CommandServices } from '../../../../src/commands/commandServices';
import { SessionError } from '../../../../src/base/errors';
import { openSelected } from '../../../../src/commands/sessions/openSession';
import { reviewTask } from '../../../../src/commands/review/reviewTask';
import { worktreeTask } from '../../../support/agents/worktreeTask';
import { readChanges } from '../../../support/views/changes';
import { choosing } from '../../../support/views/choosing';
import { CommandWorld } from '../../../support/views/commandWorld';
import { taskIn } from '../../../support/views/treeSources';

function world(overrides: Partial<CommandServices> = {}): CommandWorld {
  const made = new CommandWorld(overrides);
  made.tasks = [worktreeTask('t1', ['ada-main-t1']), worktreeTask('t2'), taskIn('app', 't3')];
  made.changes.set('t1', readChanges('a.js', 'b.js'));
  return made;
}

describe('reviewTask', () => {
  for (const [name, args] of [
    ['the id of a task', { task: 't1' }],
    ['the name of a task', { task: 'Task t1' }],
    ['a session', { session: 'ada-main-t1' }],
    ['the active terminal', { active: true }],
  ] as const) {
    it(`opens the files of a task by ${name}`, async () => {
      const made = world();
      made.activeSessionId = 'ada-main-t1';
      assert.deepEqual(await reviewTask(made.deps, args), { task: 't1', files: 2 });
      assert.deepEqual(made.events, ['review t1: 2']);
    });
  }

  it('opens what is not committed while that is shown', async () => {
    const made = world();
    made.uncommitted.set('t1', readChanges('b.js'));
    assert.deepEqual(await reviewTask(made.deps, { task: 't1' }), { task: 't1', files: 1 });
    assert.deepEqual(made.events, ['review t1: 1']);
    made.uncommitted.set('t1', readChanges());
    await reviewTask(made.deps, { task: 't1' });
    assert.match(made.events.join(), /"Task t1" has no uncommitted changes: choose Show All/);
  });

  it('asks for one of the tasks that have changed files, also with another terminal', async () => {
    const choices = choosing('Task t1');
    const made = world({ choices });
    made.changes.set('t2', readChanges());
    made.changes.set('t3', { kind: 'unreadable', reason: 'No git.' });
    made.activeSessionId = 'shell-chat-c1';
    await reviewTask(made.deps, { active: true });
    assert.deepEqual([choices.seen, made.events], [[['Task t1']], ['review t1: 2']]);
  });

  it('opens nothing if the person cancels, or the task has changed nothing', async () => {
    const made = world({ choices: choosing(undefined) });
    assert.equal(await reviewTask(made.deps, {}), undefined);
    made.changes.set('t2', readChanges());
    assert.deepEqual(await reviewTask(made.deps, { task: 't2' }), { task: 't2', files: 0 });
    assert.deepEqual(made.events, ['info Task "Task t2" has changed no files.']);
  });

  for (const [name, task, message] of [
    ['is not read yet', 't2', /not read yet/],
    ['is not read without a worktree', 't3', /has no worktree/],
    ['cannot be read', 't4', /cannot be read: No git\.$/],
  ] as const) {
    it(`fails if what the task has changed ${name}`, async () => {
      const made = world();
      made.tasks = [...made.tasks, worktreeTask('t4')];
      made.changes.set('t4', { kind: 'unreadable', reason: 'No git.' });
      await assert.rejects(
        reviewTask(made.deps, { task }),
        (error) => SessionError.is(error, 'ILLEGAL_STATE') && message.test(error.message),
      );
      assert.deepEqual(made.events, ['refresh']);
    });
  }

  it('fails without a task that has changed files', async () => {
    const made = world();
    made.changes.clear();
    await assert.rejects(reviewTask(made.deps, {}), /No task has changed files/);
  });

  it('fails in a workspace without trust', async () => {
    const workspace = () => ({ folders: [], virtualSchemes: [], isTrusted: false });
    const made = world({ workspace });
    await assert.rejects(reviewTask(made.deps, { task: 't1' }), /untrusted workspace/);
  });
});

describe('a click on a row of the changes', () => {
  const owner = { id: 'row', folder: 'file:///home/ada/app', task: 't1' };
  for (const [node, event] of [
    [{ kind: 'file', path: 'a.js', ...owner }, 'diff t1 a.js'],
    [{ kind: 'moreFiles', ...owner }, 'review t1: 2'],
  ] as const) {
    it(`on one of kind ${node.kind} has the effect: ${event}`, async () => {
      const made = world({ settledSelection: () => Promise.resolve(node) });
      await openSelected(made.deps);
      assert.deepEqual(made.events, [event]);
    });
  }
});
