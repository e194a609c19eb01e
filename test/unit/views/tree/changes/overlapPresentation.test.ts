import assert from 'node:assert/strict';
import { presentChange } from '../../../../../src/views/tree/changes/changePresentation';
import type { TaskOverlaps } from '../../../../../src/views/tree/changes/overlaps';
import { explainOverlaps } from '../../../../../src/views/tree/changes/overlapPresentation';
import { buildTree } from '../../../../../src/views/tree/treeModel';
import { presentNode } from '../../../../../src/views/tree/treePresentation';
import { worktreeTask } from '../../../../support/agents/worktreeTask';
import { changedFile, readChanges } from '../../../../support/views/changes';
import { folderRef, NO_FACTS } from '../../../../support/views/treeSources';

const [OTHER, THIRD] = [worktreeTask('t2'), worktreeTask('t3')];

describe('what is shown of files that several tasks have changed', () => {
  const of = (tasks: TaskOverlaps['tasks'], ...paths: readonly string[]): TaskOverlaps => ({
    tasks,
    files: new Map(paths.map((path) => [path, tasks])),
  });
  const present = (overlaps: TaskOverlaps) => {
    const facts = {
      ...NO_FACTS,
      changesOf: () => readChanges('a.js'),
      overlapsOf: () => overlaps,
    };
    const tasks = [worktreeTask('t1')];
    const [entry] = buildTree({ folders: [folderRef('app')], tasks, sessions: [], facts });
    assert.ok(entry);
    return presentNode(entry, () => assert.fail('It has no sessions.'));
  };

  it('is the other task or the number of others, in the row of a task', () => {
    const { description, accessibilityLabel, contextValue } = present(of([OTHER], 'a.js'));
    assert.deepEqual(
      [description, accessibilityLabel, contextValue],
      [
        'no sessions · 1 file +3 −1 · overlaps Task t2 · agent/t1',
        'Task Task t1, no sessions, 1 file +3 −1, overlaps Task t2, agent/t1',
        'task.empty.worktree.changed.overlaps',
      ],
    );
    assert.match(present(of([OTHER, THIRD], 'a.js')).description, / · overlaps 2 tasks · /);
  });

  it('is at most ten files in the tooltip of a task', () => {
    const paths = Array.from({ length: 12 }, (_, index) => `${index}.js`);
    assert.match(
      present(of([OTHER, THIRD], ...paths)).tooltip,
      /^Has changed the same files as Task t2, Task t3:\n0\.js\n[^]*\n9\.js\nand 2 more$/m,
    );
    assert.deepEqual(explainOverlaps(of([OTHER], 'a\u202e.js')).slice(1), ['a\\u202e.js']);
  });

  it('is the other tasks in the tooltip of a file, which has a menu of its own', () => {
    const file = changedFile('src/a.js');
    const row = presentChange({ kind: 'file', file, others: [OTHER, THIRD], isReviewed: false });
    assert.equal(row.contextValue, 'changes.file.overlaps');
    assert.match(row.tooltip, /\nAlso changed by Task t2, Task t3\.$/);
  });
});
