import assert from 'node:assert/strict';
import { diffTrees, drawTree } from '../../../../src/views/tree/treeDiff';
import { buildTree, type TreeSources } from '../../../../src/views/tree/treeModel';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { folderRef, NO_FACTS, taskIn } from '../../../support/views/treeSources';

describe('diffTrees', () => {
  const TASK = taskIn('app', 't1', ['ada-main-t1']);
  const OTHER = taskIn('app', 't2');
  const ACTIVE = sessionInfo({ state: 'active' });
  const IDLE = sessionInfo({ state: 'idle' });
  const base: TreeSources = {
    folders: [folderRef('app'), folderRef('lib')],
    tasks: [TASK, OTHER],
    sessions: [ACTIVE],
    facts: NO_FACTS,
  };
  const CASES: readonly [
    name: string,
    after: Partial<TreeSources>,
    expected: 'all' | readonly string[],
  ][] = [
    ['nothing', {}, []],
    ['a state', { sessions: [IDLE] }, ['session:ada-main-t1']],
    ['a name', { tasks: [TASK, { ...OTHER, name: 'New' }] }, ['task:t2']],
    ['a session that went, with its task only', { sessions: [] }, ['task:t1']],
    ['a task that went', { tasks: [TASK] }, ['folder:file:///home/ada/app']],
    ['a folder that went', { folders: [folderRef('app')] }, 'all'],
    ['everything', { folders: [], tasks: [], sessions: [] }, 'all'],
  ];
  for (const [name, after, expected] of CASES) {
    it(`redraws ${name}`, () => {
      const displayOf = () => ({ name: 'Ada', icon: 'robot', resumes: true });
      const draw = (sources: TreeSources) => drawTree(buildTree(sources), displayOf);
      assert.deepEqual(diffTrees(draw(base), draw({ ...base, ...after })), expected);
    });
  }
});
