import assert from 'node:assert/strict';
import type { SessionInfo } from '../../../../src/pty/sessionService';
import { diffTrees, drawTree } from '../../../../src/views/tree/treeDiff';
import { buildTree, type TreeSources } from '../../../../src/views/tree/treeModel';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { folderRef, NO_FACTS, taskIn } from '../../../support/views/treeSources';

describe('diffTrees', () => {
  const displayOf = () => ({ name: 'Ada', icon: 'robot', resumes: true, changesModel: false });
  const draw = (sources: TreeSources) => drawTree(buildTree(sources), displayOf);
  const TASK = taskIn('app', 't1', ['ada-main-t1', 'ada-chat-c1']);
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
    ['nothing without a change', {}, []],
    ['the row of a changed state', { sessions: [IDLE] }, ['session:ada-main-t1']],
    ['the row of a changed name', { tasks: [TASK, { ...OTHER, name: 'New' }] }, ['task:t2']],
    ['only the task of an ended session', { sessions: [] }, ['task:t1']],
    ['the folder of a removed task', { tasks: [TASK] }, ['folder:file:///home/ada/app']],
    ['everything for a removed folder', { folders: [folderRef('app')] }, 'all'],
    ['everything if all rows are removed', { folders: [], tasks: [], sessions: [] }, 'all'],
  ];
  it('redraws everything if a top row expands, because VS Code would not draw that', () => {
    const at = (sessions: readonly SessionInfo[]) =>
      draw({ folders: [folderRef('app')], tasks: [TASK], sessions, facts: NO_FACTS });
    assert.deepEqual(diffTrees(at([]), at([ACTIVE])), 'all');
    assert.deepEqual(diffTrees(at([ACTIVE]), at([IDLE])), ['session:ada-main-t1']);
  });

  for (const [name, after, expected] of CASES) {
    it(`redraws ${name}`, () => {
      assert.deepEqual(diffTrees(draw(base), draw({ ...base, ...after })), expected);
    });
  }
});
