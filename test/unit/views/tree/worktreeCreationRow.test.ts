import assert from 'node:assert/strict';
import { buildTree } from '../../../../src/views/tree/treeModel';
import { presentNode } from '../../../../src/views/tree/treePresentation';
import { folderRef, NO_FACTS } from '../../../support/views/treeSources';

const APP = folderRef('app');

describe('the row of a worktree that is being created', () => {
  it('shows the step, and has the menu to cancel it', () => {
    const creations = [{ id: '1', folder: APP.uri, name: 'Till', step: 'Fetching origin/main' }];
    const sources = { folders: [APP], tasks: [], sessions: [], creations, facts: NO_FACTS };
    const [entry] = buildTree(sources);
    assert.ok(entry);
    const display = { name: 'Ada', icon: 'robot', resumes: true, changesModel: false };
    const { label, description, contextValue } = presentNode(entry, () => display);
    assert.deepEqual(
      [label, description, contextValue],
      ['Till', 'Fetching origin/main', 'creation'],
    );
  });
});
