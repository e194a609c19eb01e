import * as vscode from 'vscode';
import { SETTINGS_SECTION, type SettingKey } from '../../config/contributions';

/** Shows one of our settings, where the person can change it. */
export async function openSetting(setting: SettingKey): Promise<void> {
  const query = `${SETTINGS_SECTION}.${setting}`;
  await vscode.commands.executeCommand('workbench.action.openSettings', query);
}

/** Shows all of our settings as the workspace has them. */
export async function openWorkspaceSettings(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWorkspaceSettings', SETTINGS_SECTION);
}
