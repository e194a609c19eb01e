import * as vscode from 'vscode';
import { SETTINGS_SECTION, type SettingKey } from '../../config/contributions';
import { PersistenceChoice } from './persistenceChoice';

/** Sets the setting for all windows of this machine. */
export function setForUser(key: SettingKey, value: unknown): PromiseLike<void> {
  return configuration().update(key, value, vscode.ConfigurationTarget.Global);
}

/** @param storagePath the extension's own directory on this machine. */
export function createPersistenceChoice(storagePath: string): PersistenceChoice {
  const key: SettingKey = 'persistence';
  return new PersistenceChoice({
    storagePath,
    // Also if the value is that of the default.
    isSet: () => configuration().inspect(key)?.globalValue !== undefined,
    set: (value) => setForUser(key, value),
  });
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration(SETTINGS_SECTION);
}
