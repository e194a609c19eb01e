import assert from 'node:assert/strict';
import { Emitter } from '../../../../../src/base/event';
import type { Task } from '../../../../../src/tasks/task';
import { findOverlaps, Overlaps } from '../../../../../src/views/tree/changes/overlaps';
import { worktreeTask } from '../../../../support/agents/worktreeTask';
import { changedFile, changesWith } from '../../../../support/views/changes';
import { taskIn } from '../../../../support/views/treeSources';

const REPOSITORY = worktreeTask('t1').worktree?.repository ?? '';

function changed(task: Task, root: string, paths: readonly string[]) {
  return {
    task,
    changes: changesWith(
      paths.map((path) => changedFile(path)),
      { root },
    ),
  };
}

describe('findOverlaps', () => {
  const inTree = (id: string, ...paths: readonly string[]) =>
    changed(worktreeTask(id), `/trees/${id}`, paths);
  const inFolder = (id: string, root: string, ...paths: readonly string[]) =>
    changed(taskIn('app', id), root, paths);
  const found = (...all: Parameters<typeof findOverlaps>[0]) =>
    [...findOverlaps(all)].map(([id, { files, tasks }]) => [
      id,
      Object.fromEntries([...files].map(([path, others]) => [path, others.map((one) => one.id)])),
      tasks.map((one) => one.id),
    ]);

  it('names the files that tasks have changed in several working trees, and the other tasks', () =>
    assert.deepEqual(
      found(inTree('t1', 'a', 'b'), inTree('t2', 'b', 'c'), inFolder('t3', REPOSITORY, 'b', 'd')),
      [
        ['t1', { b: ['t2', 't3'] }, ['t2', 't3']],
        ['t2', { b: ['t1', 't3'] }, ['t1', 't3']],
        ['t3', { b: ['t1', 't2'] }, ['t1', 't2']],
      ],
    ));

  it('does not compare tasks in one working tree, or in other repositories', () => {
    assert.deepEqual(found(inFolder('t1', REPOSITORY, 'a'), inFolder('t2', REPOSITORY, 'a')), []);
    assert.deepEqual(found(inTree('t1', 'a'), inFolder('t2', '/home/ada/other', 'a')), []);
  });

  it('takes less than two seconds for 20 tasks with the same 10,000 files', () => {
    const paths = Array.from({ length: 10_000 }, (_, index) => `src/rooms/${index}.ts`);
    const all = Array.from({ length: 20 }, (_, index) => inTree(`t${index}`, ...paths));
    const before = process.cpuUsage();
    assert.equal(findOverlaps(all).size, 20);
    // Microseconds.
    assert.ok(process.cpuUsage(before).user < 2_000_000);
  });
});

describe('Overlaps', () => {
  it('follows the tasks and their files, and leaves out archived tasks', () => {
    const changed = new Emitter<void>();
    let tasks = [worktreeTask('t1'), worktreeTask('t2')];
    let paths = ['a.js'];
    const overlaps = new Overlaps({
      tasks: { list: () => tasks, onDidChange: changed.event },
      worktreeStates: {
        changesOf: (id) => {
          const files = paths.map((path) => changedFile(path));
          return { kind: 'read', changes: changesWith(files, { root: `/trees/${id}` }) };
        },
        onDidChange: changed.event,
      },
    });
    const files = () => [...(overlaps.get('t1')?.files.keys() ?? [])];
    assert.deepEqual(files(), ['a.js']);
    paths = ['b.js'];
    changed.fire();
    assert.deepEqual(files(), ['b.js']);
    tasks = tasks.map((task) => ({ ...task, archivedAt: '2026-01-01T00:00:00.000Z' }));
    changed.fire();
    assert.deepEqual(files(), []);
    overlaps.dispose();
    assert.equal(changed.hasListeners, false);
  });
});
