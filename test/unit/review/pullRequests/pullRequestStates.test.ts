import assert from 'node:assert/strict';
import type { WorktreeState } from '../../../../src/agents/worktrees/worktreeStates';
import { MINUTE_MS } from '../../../../src/base/clock';
import { Emitter } from '../../../../src/base/event';
import type { GhAnswer } from '../../../../src/review/pullRequests/gh';
import type { PullRequest } from '../../../../src/review/pullRequests/pullRequest';
import { PullRequestStates } from '../../../../src/review/pullRequests/pullRequestStates';
import type { Task } from '../../../../src/tasks/task';
import type { WorktreeStatus } from '../../../../src/worktrees/worktreeStatus';
import { statusOf, worktreeTask } from '../../../support/agents/worktreeTask';
import { ManualClock } from '../../../support/manualClock';
import { pullRequest } from '../../../support/review/fakePullRequests';
import { folderRef, taskIn } from '../../../support/views/treeSources';

const TEN_MINUTES_MS = 10 * MINUTE_MS;

const FOUND: GhAnswer<PullRequest> = { kind: 'found', value: pullRequest() };

describe('PullRequestStates', () => {
  let clock: ManualClock;
  let tasks: Task[];
  let answer: GhAnswer<PullRequest>;
  let asked: string[];
  let checked: string[];
  let logged: string[];
  let changes: number;
  let published: Set<string>;
  let isTrusted: boolean;
  let worktrees: Map<string, WorktreeState>;
  let didChangeTasks: Emitter<undefined>;
  let didChangeStates: Emitter<void>;
  let states: PullRequestStates;

  const setStatus = (id: string, overrides: Partial<WorktreeStatus> = {}): void => {
    worktrees.set(id, { kind: 'there', status: statusOf({ branch: `agent/${id}`, ...overrides }) });
    didChangeStates.fire();
  };

  /** Lets the questions that are under way be answered. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  async function advance(ms: number): Promise<void> {
    clock.advance(ms);
    await settle();
  }

  beforeEach(() => {
    clock = new ManualClock();
    tasks = [worktreeTask('t1'), worktreeTask('t2'), taskIn('app', 't3')];
    answer = FOUND;
    [asked, checked, logged] = [[], [], []];
    changes = 0;
    isTrusted = true;
    published = new Set(['t1', 't2']);
    worktrees = new Map();
    didChangeTasks = new Emitter();
    didChangeStates = new Emitter();
    states = new PullRequestStates({
      clock,
      folders: () => [folderRef('app')],
      isTrusted: () => isTrusted,
      logger: { info: (text) => logged.push(text) },
      pullRequests: {
        isPublished: ({ id }) => (checked.push(id), Promise.resolve(published.has(id))),
        find: ({ id }) => (asked.push(id), Promise.resolve(answer)),
      },
      tasks: {
        find: (id) => tasks.find((task) => task.id === id),
        list: () => tasks,
        onDidChange: didChangeTasks.event,
      },
      worktreeStates: { get: (id) => worktrees.get(id), onDidChange: didChangeStates.event },
    });
    states.onDidChange(() => (changes += 1));
    setStatus('t1');
    setStatus('t2');
  });

  afterEach(() => states.dispose());

  it('asks nothing while the view is hidden', async () => {
    await advance(TEN_MINUTES_MS);
    assert.deepEqual(checked, []);
    assert.equal(states.get('t1'), undefined);
  });

  it('asks about each task with a worktree once in ten minutes while the view is visible', async () => {
    states.setVisible(true);
    await settle();
    assert.deepEqual(asked, ['t1', 't2']);
    assert.deepEqual(states.get('t1'), pullRequest());
    assert.equal(changes, 2);
    await advance(TEN_MINUTES_MS - 1);
    states.setVisible(false);
    states.setVisible(true);
    await settle();
    assert.equal(asked.length, 2);
    await advance(1);
    assert.deepEqual(asked, ['t1', 't2', 't1', 't2']);
    // Nothing has changed, so no row is drawn again.
    assert.equal(changes, 2);
    states.setVisible(false);
    await advance(TEN_MINUTES_MS);
    assert.equal(asked.length, 4);
  });

  it('asks about one task at a time', async () => {
    states.setVisible(true);
    assert.deepEqual(checked, ['t1']);
    didChangeStates.fire();
    didChangeTasks.fire(undefined);
    assert.deepEqual(checked, ['t1']);
    await settle();
    assert.deepEqual(checked, ['t1', 't2']);
  });

  it('asks on request, even if the view is hidden and the time has not come', async () => {
    states.setVisible(true);
    await settle();
    states.setVisible(false);
    states.refresh('t2');
    await settle();
    assert.deepEqual(asked, ['t1', 't2', 't2']);
  });

  it('asks nothing about a branch that no remote has, until it is pushed', async () => {
    published.clear();
    states.setVisible(true);
    await settle();
    setStatus('t1', { changedFiles: 3 });
    await advance(TEN_MINUTES_MS);
    assert.deepEqual([asked, checked], [[], ['t1', 't2']]);
    published.add('t1');
    setStatus('t1', { upstream: 'origin/agent/t1' });
    await settle();
    assert.deepEqual(asked, ['t1']);
  });

  it('asks again when another branch is checked out, and shows that of the former no longer', async () => {
    states.setVisible(true);
    await settle();
    answer = { kind: 'failed', reason: 'offline' };
    setStatus('t1', { branch: 'other' });
    await settle();
    assert.deepEqual(asked, ['t1', 't2', 't1']);
    assert.equal(states.get('t1'), undefined);
  });

  it('keeps what it knows if it cannot be read, and logs that once', async () => {
    states.setVisible(true);
    await settle();
    answer = { kind: 'failed', reason: 'error connecting to api.github.com' };
    await advance(TEN_MINUTES_MS);
    assert.equal(asked.length, 4);
    assert.deepEqual(states.get('t1'), pullRequest());
    assert.deepEqual(logged, ['A pull request was not read: error connecting to api.github.com']);
  });

  for (const kind of ['missing', 'signedOut'] as const) {
    it(`shows nothing and asks no more if gh is ${kind}, until a request`, async () => {
      states.setVisible(true);
      await settle();
      answer = { kind };
      await advance(TEN_MINUTES_MS);
      assert.equal(states.get('t2'), undefined);
      await advance(10 * TEN_MINUTES_MS);
      assert.deepEqual(asked, ['t1', 't2', 't1']);
      assert.equal(logged.length, 1);
      answer = FOUND;
      states.refresh();
      await settle();
      assert.deepEqual(asked, ['t1', 't2', 't1', 't1', 't2']);
      assert.deepEqual(states.get('t2'), pullRequest());
      await advance(TEN_MINUTES_MS);
      assert.equal(asked.length, 7);
    });
  }

  it('asks nothing without trust, or without the worktree, or about archived tasks', async () => {
    isTrusted = false;
    states.setVisible(true);
    await settle();
    isTrusted = true;
    tasks = [{ ...worktreeTask('t1'), archivedAt: '2026-01-01T00:00:00.000Z' }, worktreeTask('t2')];
    worktrees.set('t2', { kind: 'missing' });
    states.refresh();
    await advance(MINUTE_MS);
    assert.deepEqual(checked, []);
  });

  it('forgets a task that is gone', async () => {
    states.setVisible(true);
    await settle();
    tasks = [worktreeTask('t2')];
    didChangeTasks.fire(undefined);
    assert.equal(states.get('t1'), undefined);
  });

  it('stops when it is disposed', async () => {
    states.setVisible(true);
    states.dispose();
    await settle();
    assert.deepEqual(checked, ['t1']);
    assert.equal(clock.pendingTimers, 0);
  });
});
