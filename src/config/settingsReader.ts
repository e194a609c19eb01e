import * as vscode from 'vscode';
import { Emitter } from '../base/event';
import type { Disposable } from '../base/lifecycle';
import type { ConfirmationStore, WorkspaceValue } from './confirmations';
import { SETTINGS_SECTION, SETTING_KEYS, type SettingKey } from './contributions';
import { parseSettings, type ParsedSettings, type RawSettings } from './parseSettings';
import {
  resolveWorkspaceValues,
  type LayeredSettings,
  type SettingLayers,
} from './workspaceValues';

interface SettingsReading extends ParsedSettings {
  /** The values that apply, before they are parsed. */
  readonly values: RawSettings;
  /** Values of workspace and folder settings that do not apply until the person confirms them. */
  readonly unconfirmed: readonly WorkspaceValue[];
}

/** Reads the extension's settings for a workspace folder from VS Code. */
export class SettingsReader implements Disposable {
  private readonly didChange = new Emitter<void>();
  private readonly listener = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(SETTINGS_SECTION)) {
      this.didChange.fire();
    }
  });

  /** Fires when a setting of the extension has changed. */
  readonly onDidChange = this.didChange.event;

  constructor(private readonly confirmations: Pick<ConfirmationStore, 'isConfirmed'>) {}

  /**
   * @param folderUri a URI as a string; without it, the settings outside of any folder.
   */
  read(folderUri?: string): SettingsReading {
    const { values, unconfirmed } = resolveWorkspaceValues(readLayers(folderUri), (value) =>
      this.confirmations.isConfirmed(confirmationKey(folderUri), value),
    );
    return { ...parseSettings(values), unconfirmed, values };
  }

  dispose(): void {
    this.listener.dispose();
    this.didChange.dispose();
  }
}

/** The key under which `ConfirmationStore` stores the confirmations for `folderUri`. */
export function confirmationKey(folderUri: string | undefined): string {
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  return folderUri ?? (workspaceFile ?? workspaceFolders?.[0]?.uri)?.toString() ?? '';
}

function readLayers(folderUri: string | undefined): LayeredSettings {
  const scope = folderUri === undefined ? undefined : vscode.Uri.parse(folderUri);
  const config = vscode.workspace.getConfiguration(SETTINGS_SECTION, scope);
  const entries = SETTING_KEYS.map((key) => [key, inspect(config, key)] as const);
  // The entries have every key of the record exactly once.
  return Object.fromEntries(entries) as LayeredSettings;
}

function inspect(config: vscode.WorkspaceConfiguration, key: SettingKey): SettingLayers {
  const found = config.inspect<unknown>(key);
  return {
    defaultValue: found?.defaultValue,
    userValue: found?.globalValue,
    workspaceValue: found?.workspaceValue,
    folderValue: found?.workspaceFolderValue,
  };
}
