import assert from 'node:assert/strict';
import { MIN_INTERVAL_MS, WorktreeStates } from '../../../../src/agents/worktrees/worktreeStates';
import { SessionError } from '../../../../src/base/errors';
import { Emitter } from '../../../../src/base/event';
import type { SessionEvent } from '../../../../src/pty/sessionService';
import type { Task } from '../../../../src/tasks/task';
import type { Changes } from '../../../../src/worktrees/changes/changes';
import type { WorktreeLocation } from '../../../../src/worktrees/locateWorktree';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { ManualClock } from '../../../support/manualClock';
import { folderRef } from '../../../support/views/treeSources';
import { changedFile, changesWith } from '../../../support/views/changes';
import { statusOf, worktreeTask } from '../../../support/agents/worktreeTask';

/** Tasks with worktrees whose states the test sets, and the ids of those that are read. */
class World {
  readonly clock = new ManualClock();
  readonly didChangeTasks = new Emitter<void>();
  readonly didChangeSessions = new Emitter<SessionEvent>();
  readonly asked: string[] = [];
  first: readonly string[] = [];
  tasks: Task[] = [worktreeTask('t1', ['ada-main-t1']), worktreeTask('t2')];
  location: WorktreeLocation = { kind: 'there', lockReason: undefined };
  ahead = 0;
  changed: Changes | undefined;
  uncommitted: Changes | undefined;
  failure: SessionError | undefined;
  trusted = true;
  changes = 0;
  atOnce = 0;
  /** How long a reading takes. */
  readMs = 0;
  readonly states: WorktreeStates;

  constructor() {
    this.states = new WorktreeStates({
      worktrees: {
        locate: async ({ id }) => {
          this.asked.push(id);
          this.atOnce += 1;
          assert.equal(this.atOnce, 1, 'two worktrees were read at the same time');
          await Promise.resolve();
          this.clock.advance(this.readMs);
          this.atOnce -= 1;
          if (this.failure) {
            throw this.failure;
          }
          return this.location;
        },
        status: () => Promise.resolve(statusOf({ ahead: this.ahead })),
        changes: (_task, since) =>
          since === 'head' && this.uncommitted
            ? Promise.resolve(this.uncommitted)
            : this.changed
              ? Promise.resolve(this.changed)
              : Promise.reject(new SessionError('ILLEGAL_STATE', 'It has no repository.')),
      },
      tasks: {
        find: (id) => this.tasks.find((task) => task.id === id),
        list: () => this.tasks,
        onDidChange: this.didChangeTasks.event,
      },
      sessions: { onDidChange: this.didChangeSessions.event },
      folders: () => [folderRef('app')],
      isTrusted: () => this.trusted,
      clock: this.clock,
    });
    this.states.onDidChange(() => (this.changes += 1));
  }

  /** Lets pending promises settle. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) {
      await Promise.resolve();
    }
  }

  /** The ids of the worktrees that are read until `ms` from now. */
  async after(ms: number): Promise<readonly string[]> {
    this.clock.advance(ms);
    await this.settle();
    return this.asked.splice(0);
  }
}

describe('WorktreeStates', () => {
  let world: World;
  beforeEach(async () => {
    world = new World();
    world.first = await world.after(0);
  });
  afterEach(() => {
    world.states.dispose();
    assert.equal(world.clock.pendingTimers, 0);
  });

  it('reads all worktrees at the start, one after another, and fires', () => {
    assert.deepEqual(world.first, ['t1', 't2']);
    assert.deepEqual(world.states.get('t1'), { kind: 'there', status: statusOf({}) });
    assert.equal(world.changes, 2);
  });

  it('reads what a task has changed, also of a task in the folder whose start is known', async () => {
    const reason = 'It has no repository.';
    assert.deepEqual(world.states.changesOf('t1'), { kind: 'unreadable', reason });
    const total = { files: 0, added: 0, removed: 0 };
    world.changed = { root: '/app', since: 'a', head: 'a', files: [], total, notices: [] };
    const task: Task = { ...worktreeTask('t3'), worktree: undefined };
    world.tasks = [task];
    world.didChangeTasks.fire();
    assert.deepEqual(await world.after(MIN_INTERVAL_MS), []);
    world.tasks = [{ ...task, start: { commit: 'a' } }];
    world.didChangeTasks.fire();
    assert.deepEqual(await world.after(0), ['t3']);
    assert.deepEqual(world.states.changesOf('t3'), { kind: 'read', changes: world.changed });
    assert.equal(world.states.changesOf('t1'), undefined);
  });

  it('reads what is not committed only while that is shown, then at once', async () => {
    world.uncommitted = changesWith([changedFile('a')]);
    world.states.refresh();
    await world.after(MIN_INTERVAL_MS);
    assert.equal(world.states.uncommittedOf('t1'), undefined);
    world.states.showUncommitted(true);
    assert.deepEqual(await world.after(0), ['t1', 't2']);
    const read = { kind: 'read', changes: world.uncommitted };
    assert.deepEqual(world.states.uncommittedOf('t1'), read);
    assert.equal(world.states.changesOf('t1')?.kind, 'unreadable');
    world.states.showUncommitted(false);
    assert.equal(world.states.uncommittedOf('t1'), undefined);
    await world.after(0);
    assert.equal(world.states.uncommittedOf('t1'), undefined);
  });

  it('reads at most once per interval, and fires only for changes', async () => {
    world.states.refresh();
    world.states.refresh('t1');
    assert.deepEqual(await world.after(MIN_INTERVAL_MS - 1), []);
    world.ahead = 2;
    assert.deepEqual(await world.after(1), ['t1', 't2']);
    assert.equal(world.changes, 4);
    world.states.refresh();
    assert.deepEqual(await world.after(MIN_INTERVAL_MS), ['t1', 't2']);
    assert.equal(world.changes, 4);
  });

  it('reads a large worktree less often: for a tenth of the time', async () => {
    world.readMs = 1000;
    await world.after(MIN_INTERVAL_MS);
    world.states.refresh('t1');
    await world.after(0);
    world.states.refresh('t1');
    assert.deepEqual(await world.after(9999), []);
    assert.deepEqual(await world.after(1), ['t1']);
  });

  it('reads again when a session of the task becomes idle or ends, once each time', async () => {
    const fire = (type: SessionEvent['type'], state: 'active' | 'idle' | 'terminated'): void =>
      world.didChangeSessions.fire({ type, session: sessionInfo({ id: 'ada-main-t1', state }) });
    await world.after(MIN_INTERVAL_MS);
    fire('changed', 'active');
    assert.deepEqual(await world.after(MIN_INTERVAL_MS), []);
    fire('changed', 'idle');
    assert.deepEqual(await world.after(0), ['t1']);
    fire('changed', 'idle');
    assert.deepEqual(await world.after(MIN_INTERVAL_MS), []);
    fire('exit', 'terminated');
    assert.deepEqual(await world.after(0), ['t1']);
  });

  it('reads new and moved worktrees, and drops removed and archived ones', async () => {
    const [first] = world.tasks;
    assert.ok(first?.worktree);
    const moved: Task = { ...first, worktree: { ...first.worktree, path: '/elsewhere' } };
    world.tasks = [moved, worktreeTask('t3')];
    world.didChangeTasks.fire();
    assert.deepEqual(await world.after(0), ['t1', 't3']);
    assert.equal(world.states.get('t2'), undefined);
    world.tasks = [{ ...moved, archivedAt: '2026-01-01T00:00:00.000Z' }];
    world.didChangeTasks.fire();
    assert.equal(world.states.get('t1'), undefined);
    assert.equal(world.states.get('t3'), undefined);
  });

  it('returns moved, missing and unreadable worktrees', async () => {
    world.location = { kind: 'moved', path: '/new' };
    world.states.refresh('t1');
    await world.after(MIN_INTERVAL_MS);
    assert.deepEqual(world.states.get('t1'), { kind: 'moved', path: '/new' });
    world.location = { kind: 'missing', knownAt: '/old', lockReason: undefined };
    world.states.refresh('t1');
    await world.after(MIN_INTERVAL_MS);
    assert.deepEqual(world.states.get('t1'), { kind: 'missing' });
    world.failure = new SessionError('SPAWN_FAILED', 'There is no git.');
    world.states.refresh('t1');
    await world.after(MIN_INTERVAL_MS);
    assert.deepEqual(world.states.get('t1'), { kind: 'unreadable', reason: 'There is no git.' });
  });

  it('reads no worktree before the workspace is trusted', async () => {
    world.trusted = false;
    world.states.refresh();
    assert.deepEqual(await world.after(MIN_INTERVAL_MS), []);
    world.trusted = true;
    world.states.refresh();
    assert.deepEqual(await world.after(0), ['t1', 't2']);
  });
});
