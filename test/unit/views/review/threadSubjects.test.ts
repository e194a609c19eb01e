import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PhysicalFolders } from '../../../../src/views/review/physicalFolders';
import { formatReviewQuery } from '../../../../src/views/review/reviewDocument';
import { findSubjects } from '../../../../src/views/review/threadSubjects';
import { worktreeTask } from '../../../support/agents/worktreeTask';
import { changedFile, changesWith } from '../../../support/views/changes';

const TASKS = [worktreeTask('t1'), worktreeTask('t2'), worktreeTask('t3')];
const CHANGED = changesWith([changedFile('src/a.js'), changedFile('link', { mode: 'link' })]);

const DEPS = {
  folders: new PhysicalFolders(),
  tasks: {
    list: () => TASKS,
    find: (id: string) => TASKS.find((task) => task.id === id),
  },
  worktreeStates: {
    changesOf: (id: string) =>
      id === 't3' ? undefined : { kind: 'read' as const, changes: CHANGED },
  },
};

function find(document: Parameters<typeof findSubjects>[1]) {
  return findSubjects(DEPS, document).map(({ task, path, side }) => [task.id, path, side]);
}

describe('findSubjects', () => {
  it('are the tasks that have changed the file, newest first', () => {
    assert.deepEqual(find({ kind: 'file', path: '/home/ada/till/src/a.js' }), [
      ['t2', 'src/a.js', 'current'],
      ['t1', 'src/a.js', 'current'],
    ]);
  });

  it('are none for another file, a link and a file outside', () => {
    for (const path of ['/home/ada/till/src/b.js', '/home/ada/till/link', '/etc/src/a.js', '']) {
      assert.deepEqual(find({ kind: 'file', path }), []);
    }
  });

  it('are those of a file that is opened through a link to its folder', () => {
    const root = realpathSync.native(mkdtempSync(join(tmpdir(), 'agent-terminals-subjects-')));
    try {
      mkdirSync(join(root, 'till', 'src'), { recursive: true });
      symlinkSync(join(root, 'till'), join(root, 'link'), 'junction');
      const changes = { ...CHANGED, root: join(root, 'till') };
      const changesOf = () => ({ kind: 'read' as const, changes });
      const deps = { ...DEPS, worktreeStates: { changesOf } };
      const path = join(root, 'link', 'src', 'a.js');
      const [first] = findSubjects(deps, { kind: 'file', path });
      assert.deepEqual([first?.path, first?.side], ['src/a.js', 'current']);
      assert.deepEqual(findSubjects(deps, { kind: 'file', path: join(root, 'src', 'a.js') }), []);
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it('is the task of the left side of a diff, and none for its other documents', () => {
    const { since: commit } = CHANGED;
    const of = (kind: 'empty' | 'original', task = 't1', at = commit) =>
      find({
        kind: 'original',
        query: formatReviewQuery({ kind, task, commit: at, path: 'x.js' }),
      });
    assert.deepEqual(of('original'), [['t1', 'x.js', 'original']]);
    assert.deepEqual(of('empty'), []);
    assert.deepEqual(of('original', 'gone'), []);
    assert.deepEqual(of('original', 't1', CHANGED.head), [], 'of what is not committed');
    assert.deepEqual(find({ kind: 'original', query: 'x' }), []);
  });
});
