import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitFor } from '../support/waitFor';
import { activateExtension, clearAll, type TestedApi } from './support/extensionApi';

describe('the API for other extensions', () => {
  let api: TestedApi;

  before(async () => {
    api = await activateExtension();
  });

  afterEach(() => clearAll(api.internals));

  it('starts a PTY by its id, and ends it [smoke]', async () => {
    const cwd = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    const pty = await api.startPty({ id: 'shell-chat-api', cwd, cols: 70, rows: 20 });
    let seen = '';
    pty.onData((data) => (seen += data));
    pty.write('stty size; echo "in $PWD"\r');
    await waitFor(() => seen.includes('20 70') && seen.includes(`in ${cwd}`), {
      limitMs: 10_000,
      what: () => `the size and the folder in ${JSON.stringify(seen)}`,
    });
    assert.deepEqual([api.hasPty('shell-chat-api'), api.agents.list().length], [true, 1]);
    await api.agents.kill('shell-chat-api');
    assert.equal(api.hasPty('shell-chat-api'), false);
  });

  it('has version 1 and the published members, and internals only in tests [smoke]', () => {
    const names = Object.keys(api).filter((name) => name !== 'internals');
    assert.equal(api.version, 1);
    assert.deepEqual(names.sort(), [
      'agents',
      'getPty',
      'getPtyKind',
      'getPtyTmuxSessionName',
      'getTmuxSessionName',
      'hasPty',
      'killPty',
      'killTmuxSession',
      'resizePty',
      'setOnDirectCliExit',
      'startDirectPty',
      'startPty',
      'startSshPty',
      'version',
      'writePty',
    ]);
  });
});
