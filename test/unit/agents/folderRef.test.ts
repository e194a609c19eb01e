import assert from 'node:assert/strict';
import { findFolderOf } from '../../../src/agents/folderRef';
import { folderRef } from '../../support/views/treeSources';

describe('findFolderOf', () => {
  it('returns the innermost folder', () => {
    const outer = { uri: 'file:///home/ada', path: '/home/ada', name: 'work' };
    assert.equal(findFolderOf('/home/ada/app/src', [outer, folderRef('app')])?.name, 'app');
    assert.equal(findFolderOf('/elsewhere', [outer]), undefined);
  });
});
