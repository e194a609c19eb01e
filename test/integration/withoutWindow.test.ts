import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { folderSnapshotPath, listFolderSnapshots } from '../../src/endpoint/folderSnapshotEntry';
import { waitFor } from '../support/waitFor';
import { activateExtension, type TestedApi } from './support/extensionApi';

const LIMIT_MS = 10_000;

describe('the folders that programs use without a window', () => {
  let api: TestedApi;
  const settings = () => vscode.workspace.getConfiguration('agentTerminals');
  const set = (value: string | undefined) =>
    settings().update('persistence', value, vscode.ConfigurationTarget.Global);

  before(async () => {
    api = await activateExtension();
  });

  afterEach(() => set(undefined));

  it('are stored while sessions run in the session host, and removed otherwise', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0];
    const { home } = api.internals;
    const path = folderSnapshotPath(home, folder?.uri.toString() ?? '');
    assert.equal(existsSync(path), false);
    await set('host');
    await waitFor(() => existsSync(path), { limitMs: LIMIT_MS, what: `the file ${path}` });
    const stored = (await listFolderSnapshots(home)).find(({ file }) => file === path);
    assert.equal(stored?.path, folder?.uri.fsPath);
    assert.equal(existsSync(stored?.program ?? ''), true);
    await set('window');
    await waitFor(() => !existsSync(path), { limitMs: LIMIT_MS, what: `the end of ${path}` });
  });
});
