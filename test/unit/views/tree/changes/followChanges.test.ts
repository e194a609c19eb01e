import assert from 'node:assert/strict';
import { Emitter } from '../../../../../src/base/event';
import type { SessionEvent } from '../../../../../src/pty/sessionService';
import type { Task } from '../../../../../src/tasks/task';
import { FollowChanges, planWatched } from '../../../../../src/views/tree/changes/followChanges';
import { worktreeTask } from '../../../../support/agents/worktreeTask';
import { sessionInfo } from '../../../../support/pty/fakeSessions';
import { taskIn } from '../../../../support/views/treeSources';

const running = (id: string) => sessionInfo({ id: `ada-main-${id}` });

describe('planWatched', () => {
  it('plans one watcher per directory, of tasks that run and whose changes are read', () => {
    const here = (id: string): Task => ({ ...taskIn('app', id), start: { commit: 'a' } });
    const tasks = [worktreeTask('w'), here('h1'), here('h2'), taskIn('app', 'old'), here('ended')];
    const ended = sessionInfo({ id: 'ada-main-ended', state: 'terminated' });
    const sessions = [...['w', 'h1', 'h2', 'old', 'other'].map(running), ended];
    assert.deepEqual(
      [...planWatched(tasks, sessions)],
      [
        ['/home/ada/app.worktrees/w', ['w']],
        ['/home/ada/app', ['h1', 'h2']],
      ],
    );
  });

  it('plans the newest 20', () => {
    const tasks = Array.from({ length: 22 }, (_, index) => worktreeTask(`t${index}`));
    const watched = [
      ...planWatched(
        tasks,
        tasks.map(({ id }) => running(id)),
      ).values(),
    ].flat();
    assert.deepEqual([watched.length, watched[0], watched.at(-1)], [20, 't2', 't21']);
  });
});

describe('FollowChanges', () => {
  it('reads a task again when a file changes, while the view is visible', () => {
    const didChangeActive = new Emitter<void>();
    const didChange = new Emitter<SessionEvent>();
    const refreshed: string[] = [];
    const watched = new Map<string, (path: string) => void>();
    let isActive = false;
    const follow = new FollowChanges({
      tasks: { list: () => [worktreeTask('w')], onDidChange: new Emitter<void>().event },
      sessions: { list: () => [running('w')], onDidChange: didChange.event },
      isActive: () => isActive,
      onDidChangeActive: didChangeActive.event,
      watch: (root, onDidChange) => {
        watched.set(root, onDidChange);
        return { dispose: () => watched.delete(root) };
      },
      refresh: (id) => refreshed.push(id),
    });
    assert.equal(watched.size, 0);
    isActive = true;
    didChangeActive.fire();
    didChange.fire({ type: 'changed', session: running('w') });
    assert.deepEqual(refreshed.splice(0), ['w']);
    const [change] = watched.values();
    change?.('/home/ada/app.worktrees/w/.git/index.lock');
    assert.deepEqual(refreshed, []);
    change?.('/home/ada/app.worktrees/w/.gitignore');
    assert.deepEqual(refreshed, ['w']);
    isActive = false;
    didChangeActive.fire();
    assert.equal(watched.size, 0);
    isActive = true;
    didChangeActive.fire();
    follow.dispose();
    assert.equal(watched.size, 0);
  });
});
