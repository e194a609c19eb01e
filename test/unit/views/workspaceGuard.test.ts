import assert from 'node:assert/strict';
import { SessionError, type SessionErrorCode } from '../../../src/base/errors';
import { requireFolders, type WorkspaceState } from '../../../src/views/workspaceGuard';
import { folderRef } from '../../support/treeSources';

describe('requireFolders', () => {
  const OPEN: WorkspaceState = {
    folders: [folderRef('app')],
    virtualSchemes: [],
    isTrusted: true,
  };
  const REFUSED: readonly (readonly [
    name: string,
    state: Partial<WorkspaceState>,
    code: SessionErrorCode,
  ])[] = [
    ['no folder', { folders: [] }, 'BAD_REQUEST'],
    [
      'a virtual workspace',
      { folders: [], virtualSchemes: ['vscode-vfs'] },
      'UNSUPPORTED_PLATFORM',
    ],
    ['an untrusted workspace', { isTrusted: false }, 'UNTRUSTED'],
  ];
  for (const [name, state, code] of REFUSED) {
    it(`refuses ${name}`, () =>
      assert.throws(
        () => requireFolders({ ...OPEN, ...state }),
        (error) => SessionError.is(error, code),
      ));
  }

  it('gives the folders of this machine', () =>
    assert.deepEqual(requireFolders({ ...OPEN, virtualSchemes: ['x'] }), OPEN.folders));
});
