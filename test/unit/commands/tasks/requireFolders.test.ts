import assert from 'node:assert/strict';
import { SessionError, type SessionErrorCode } from '../../../../src/base/errors';
import { requireFolders } from '../../../../src/commands/tasks/taskArguments';
import type { WorkspaceState } from '../../../../src/views/workspace/workspaceState';
import { folderRef } from '../../../support/views/treeSources';

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
    message: RegExp,
  ])[] = [
    ['no folder', { folders: [] }, 'BAD_REQUEST', /File > Open Folder/],
    [
      'a virtual workspace',
      { folders: [], virtualSchemes: ['vscode-vfs'] },
      'UNSUPPORTED_PLATFORM',
      /\(vscode-vfs\) has no folder on disk: open a local folder/,
    ],
    [
      'an untrusted workspace',
      { isTrusted: false },
      'UNTRUSTED',
      /"Workspaces: Manage Workspace Trust"/,
    ],
  ];
  for (const [name, state, code, message] of REFUSED) {
    it(`refuses ${name}`, () =>
      assert.throws(
        () => requireFolders({ ...OPEN, ...state }),
        (error) => SessionError.is(error, code) && message.test(error.message),
      ));
  }

  it('returns the folders of this machine', () =>
    assert.deepEqual(requireFolders({ ...OPEN, virtualSchemes: ['x'] }), OPEN.folders));
});
