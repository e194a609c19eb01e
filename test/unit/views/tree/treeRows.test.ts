import assert from 'node:assert/strict';
import { WorktreeCreations } from '../../../../src/agents/worktrees/worktreeCreations';
import { Emitter } from '../../../../src/base/event';
import type { FolderRef } from '../../../../src/agents/folderRef';
import type { Task } from '../../../../src/tasks/task';
import type { ConversationFacts } from '../../../../src/views/tree/conversationFacts';
import { taskOf, type TreeNode } from '../../../../src/views/tree/treeModel';
import { TreeRows } from '../../../../src/views/tree/treeRows';
import { FakeSessions, sessionInfo } from '../../../support/pty/fakeSessions';
import { ManualClock } from '../../../support/manualClock';
import { readChanges } from '../../../support/views/changes';
import { folderRef, NO_FACTS, taskIn, resumable } from '../../../support/views/treeSources';

describe('TreeRows', () => {
  function subject(facts: (clock: ManualClock) => Partial<ConversationFacts> = () => ({})) {
    const clock = new ManualClock();
    const sessions = new FakeSessions();
    const events = {
      folders: new Emitter<void>(),
      settings: new Emitter<void>(),
      tasks: new Emitter<void>(),
      facts: new Emitter<void>(),
    };
    const world = {
      folders: [folderRef('app')] as FolderRef[],
      tasks: [taskIn('app', 't1', ['ada-main-t1', 'ada-chat-c1'])] as Task[],
      label: 'Ada',
      facts: facts(clock),
    };
    const rows = new TreeRows({
      folders: () => world.folders,
      tasks: { list: () => world.tasks, onDidChange: events.tasks.event },
      sessions,
      facts: { ...NO_FACTS, ...world.facts, now: () => clock.now() },
      creations: new WorktreeCreations(),
      displayOf: () => ({ name: world.label, icon: 'robot', resumes: true, changesModel: false }),
      changes: [events.folders.event, events.facts.event, events.settings.event],
      clock,
    });
    const changes: ('all' | readonly string[])[] = [];
    rows.onDidChange((change) =>
      changes.push(change === 'all' ? 'all' : change.map(({ id }) => id)),
    );
    return { clock, sessions, events, world, rows, changes };
  }

  function find(rows: TreeRows, sessionId: string): TreeNode {
    const node = rows.findSession(sessionId);
    assert.ok(node);
    return node;
  }

  it('shows a new label from the settings at once', () => {
    const { clock, events, world, rows, changes } = subject();
    world.label = 'Bob';
    events.settings.fire();
    clock.advance(50);
    assert.deepEqual(changes, [['session:ada-main-t1', 'session:ada-chat-c1']]);
    assert.match(rows.present(find(rows, 'ada-main-t1'))?.description ?? '', /Bob/);
  });

  it('shows the age of a conversation, and updates it each minute', () => {
    const { clock, rows, changes } = subject((now) => {
      const written = resumable({ modifiedAt: now.now() });
      return { previewOf: () => written };
    });
    const row = find(rows, 'ada-main-t1');
    assert.match(rows.present(row)?.description ?? '', /just now/);
    clock.advance(60_000);
    assert.deepEqual(changes, [['session:ada-main-t1', 'session:ada-chat-c1']]);
    assert.match(rows.present(row)?.description ?? '', /1 min ago/);
    clock.advance(60_000);
    assert.match(rows.present(row)?.description ?? '', /2 min ago/);
  });

  it('redraws the rows when the facts about its conversations change', () => {
    let isElsewhere = false;
    const { clock, events, rows, changes } = subject(() => ({ isElsewhere: () => isElsewhere }));
    isElsewhere = true;
    events.facts.fire();
    clock.advance(50);
    assert.deepEqual(changes, ['all']);
    assert.match(rows.present(find(rows, 'ada-main-t1'))?.description ?? '', /in another window/);
  });

  it('redraws nothing for settings that change no row', () => {
    const { clock, events, changes } = subject();
    events.settings.fire();
    clock.advance(50);
    assert.deepEqual(changes, []);
  });

  it('counts again when a task is to review, as its row says', () => {
    const review = { comments: [], rounds: [], reviewed: new Set<string>(), isDue: false };
    const { clock, events, rows, changes } = subject(() => ({
      changesOf: () => readChanges('a.js'),
      reviewOf: () => review,
    }));
    const counts: string[] = [];
    rows.onDidRefresh(() => counts.push(rows.counts));
    review.isDue = true;
    events.facts.fire();
    clock.advance(50);
    assert.deepEqual([counts, changes], [['1 to review'], [['task:t1']]]);
  });

  it('redraws once for several changes, and keeps the object of a row', () => {
    const { clock, sessions, events, world, rows, changes } = subject();
    const before = find(rows, 'ada-main-t1');
    sessions.put(sessionInfo());
    world.folders = [folderRef('app'), folderRef('lib')];
    events.folders.fire();
    events.tasks.fire();
    clock.advance(49);
    assert.deepEqual(changes, []);
    clock.advance(1);
    assert.deepEqual(changes, ['all']);
    assert.equal(find(rows, 'ada-main-t1'), before);
  });

  it('names the task in the row of its only session, and no longer when there is a second one', () => {
    const { clock, events, world, rows } = subject();
    const only = () => find(rows, 'ada-main-t1');
    world.tasks = [taskIn('app', 't1', ['ada-main-t1'])];
    events.tasks.fire();
    clock.advance(50);
    assert.equal(taskOf(only()), 't1');
    world.tasks = [taskIn('app', 't1', ['ada-main-t1', 'ada-chat-c1'])];
    events.tasks.fire();
    clock.advance(50);
    assert.equal(taskOf(only()), undefined);
  });

  it('returns the parent and the children of a row', () => {
    const { rows } = subject();
    const [task] = rows.childrenOf(undefined);
    const session = find(rows, 'ada-main-t1');
    assert.deepEqual(rows.childrenOf(task), [session, find(rows, 'ada-chat-c1')]);
    assert.equal(rows.parentOf(session), task);
  });

  it('keeps no listener and no timer after dispose', () => {
    const { clock, events, rows } = subject();
    events.settings.fire();
    rows.dispose();
    assert.equal(clock.pendingTimers, 0);
    assert.deepEqual(
      Object.values(events).map(({ hasListeners }) => hasListeners),
      [false, false, false, false],
    );
  });
});
