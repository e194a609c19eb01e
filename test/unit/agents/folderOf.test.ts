import assert from 'node:assert/strict';
import { findFolderOf, isInside } from '../../../src/agents/folderOf';
import { folderRef } from '../../support/views/treeSources';

describe('isInside', () => {
  const CASES: readonly (readonly [inner: string, expected: boolean])[] = [
    ['/home/ada/app', true],
    ['/home/ada/app/src', true],
    ['/home/ada/app/..hidden', true],
    ['/home/ada', false],
    ['/home/ada/apple', false],
    ['/other', false],
  ];
  for (const [inner, expected] of CASES) {
    it(`is ${expected} for ${inner}`, () =>
      assert.equal(isInside(inner, '/home/ada/app'), expected));
  }
});

describe('findFolderOf', () => {
  it('takes the innermost folder', () => {
    const outer = { uri: 'file:///home/ada', path: '/home/ada', name: 'work' };
    assert.equal(findFolderOf('/home/ada/app/src', [outer, folderRef('app')])?.name, 'app');
    assert.equal(findFolderOf('/elsewhere', [outer]), undefined);
  });
});
