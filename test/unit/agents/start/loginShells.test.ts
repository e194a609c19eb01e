import assert from 'node:assert/strict';
import { LoginShells } from '../../../../src/agents/start/loginShells';
import { nullLogger } from '../../../../src/base/logger';

describe('LoginShells', () => {
  /** The PATH with which the person's shell starts in an editor with this environment. */
  async function startingPath(platform: NodeJS.Platform, env: Readonly<Record<string, string>>) {
    const paths: (string | undefined)[] = [];
    const shells = new LoginShells({
      machine: {
        platform,
        env,
        user: { name: 'ada', home: '/home/ada' },
        isRoot: false,
        terminalVersion: '1.103.0',
        hasWindow: true,
      },
      run: (request) => {
        paths.push(request.env?.['PATH']);
        return Promise.resolve({ kind: 'failed', reason: 'is not there' });
      },
      logger: nullLogger,
      locate: (shell) => shell,
    });
    await shells.find('/bin/bash').canRun('agent');
    return paths;
  }

  it('starts with the editor’s PATH, and ignores a variable named path', async () => {
    assert.deepEqual(await startingPath('linux', { path: '/other', PATH: '/bin' }), ['/bin']);
  });

  it('starts with the editor’s Path on Windows', async () => {
    assert.deepEqual(await startingPath('win32', { Path: 'C:\\bin' }), ['C:\\bin']);
  });
});
