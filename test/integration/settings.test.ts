import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { SettingsReader } from '../../src/config/settingsReader';
import { waitFor } from '../support/waitFor';
import { setUserSetting } from './support/scriptedAgent';

const LIMIT_MS = 10_000;

const CONFIRMED = { isConfirmed: () => true };

/** Without a folder, and in each folder of the workspace. */
const listScopes = (): readonly (string | undefined)[] => [
  undefined,
  ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString()),
];

describe('the settings that the extension keeps', () => {
  let reader: SettingsReader;
  let changes: number;
  let scopes: readonly (string | undefined)[];

  beforeEach(() => {
    reader = new SettingsReader(CONFIRMED);
    changes = 0;
    scopes = listScopes();
    reader.onDidChange(() => changes++);
  });

  afterEach(() => reader.dispose());

  /** Runs `change`, and waits until the settings are looked up again. */
  async function assertCleared(change: () => unknown): Promise<void> {
    const kept = scopes.map((scope) => [scope, reader.read(scope)] as const);
    kept.forEach(([scope, reading]) => assert.equal(reader.read(scope), reading));
    await change();
    for (const [scope, reading] of kept) {
      await waitFor(() => reader.read(scope) !== reading, {
        limitMs: LIMIT_MS,
        what: `another look-up for ${scope ?? 'no folder'}`,
      });
    }
  }

  it('are looked up again after a setting has changed, which is reported [smoke]', async () => {
    const read = (): readonly number[] =>
      scopes.map((scope) => reader.read(scope).settings.maxSessions);
    const before = read();
    try {
      await assertCleared(() => setUserSetting('maxSessions', 7));
      assert.deepEqual([read(), changes], [before.map(() => 7), 1]);
    } finally {
      await assertCleared(() => setUserSetting('maxSessions', undefined));
    }
    assert.deepEqual([read(), changes], [before, 2]);
  });

  it('are kept while settings of others change', async () => {
    const kept = reader.read();
    const config = vscode.workspace.getConfiguration('editor');
    const { Global } = vscode.ConfigurationTarget;
    const changed = nextChange();
    try {
      await config.update('tabSize', 3, Global);
      await changed;
      assert.equal(reader.read(), kept);
    } finally {
      await config.update('tabSize', undefined, Global);
    }
  });

  it('are looked up again after a folder was added or removed', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'agent-terminals-folder-'));
    const { workspace } = vscode;
    // Not at the start of the list, whose change restarts the extension host.
    const end = workspace.workspaceFolders?.length ?? 0;
    try {
      await assertCleared(() =>
        workspace.updateWorkspaceFolders(end, 0, { uri: vscode.Uri.file(directory) }),
      );
      await assertCleared(() => workspace.updateWorkspaceFolders(end, 1));
      assert.deepEqual([workspace.workspaceFolders?.length, changes], [end, 0]);
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it('are looked up again after the workspace was trusted [smoke]', async () => {
    const { onDidChangeConfiguration, onDidChangeWorkspaceFolders } = vscode.workspace;
    // This window is trusted from the start, so that VS Code sends no such event.
    const trust = new vscode.EventEmitter<void>();
    const onDidGrantWorkspaceTrust = trust.event;
    reader.dispose();
    reader = new SettingsReader(CONFIRMED, {
      onDidChangeConfiguration,
      onDidChangeWorkspaceFolders,
      onDidGrantWorkspaceTrust,
    });
    await assertCleared(() => trust.fire());
  });
});

function nextChange(): Promise<vscode.ConfigurationChangeEvent> {
  return new Promise((resolve) => {
    const listener = vscode.workspace.onDidChangeConfiguration((event) => {
      listener.dispose();
      resolve(event);
    });
  });
}
