import * as vscode from 'vscode';
import { SETTINGS_SECTION, type SettingKey } from '../../config/contributions';

/** Opens the settings editor at one setting of the extension. */
export async function openSetting(setting: SettingKey): Promise<void> {
  const query = `${SETTINGS_SECTION}.${setting}`;
  await vscode.commands.executeCommand('workbench.action.openSettings', query);
}

/** Opens the workspace settings of the extension. */
export async function openWorkspaceSettings(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWorkspaceSettings', SETTINGS_SECTION);
}
