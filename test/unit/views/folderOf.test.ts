import assert from 'node:assert/strict';
import { findFolderOf, isInside } from '../../../src/views/folderOf';
import { folderRef } from '../../support/treeSources';

describe('isInside', () => {
  const CASES: readonly (readonly [inner: string, expected: boolean])[] = [
    ['/work/app', true],
    ['/work/app/src', true],
    ['/work/app/..hidden', true],
    ['/work', false],
    ['/work/apple', false],
    ['/other', false],
  ];
  for (const [inner, expected] of CASES) {
    it(`is ${expected} for ${inner}`, () => assert.equal(isInside(inner, '/work/app'), expected));
  }
});

describe('findFolderOf', () => {
  it('takes the innermost folder', () => {
    const outer = { uri: 'file:///work', path: '/work', name: 'work' };
    assert.equal(findFolderOf('/work/app/src', [outer, folderRef('app')])?.name, 'app');
    assert.equal(findFolderOf('/elsewhere', [outer]), undefined);
  });
});
