import * as vscode from 'vscode';
import { Emitter } from '../base/event';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import { CachedSettings, type SettingsReading } from './cachedSettings';
import type { ConfirmationStore, WorkspaceValue } from './confirmations';
import { DROPPED_SETTINGS, SETTINGS_SECTION, SETTING_KEYS } from './contributions';
import { GIT_DEFAULTS, withGitDefault } from './gitDefaults';
import type { LayeredSettings, SettingLayers } from './workspaceValues';

/** The events of VS Code after which settings may have other values. */
type SettingsEvents = Pick<
  typeof vscode.workspace,
  'onDidChangeConfiguration' | 'onDidChangeWorkspaceFolders' | 'onDidGrantWorkspaceTrust'
>;

/** The sections whose values are read. */
const READ = [SETTINGS_SECTION, ...Object.values(GIT_DEFAULTS).map(({ key }) => `git.${key}`)];

/** Reads the extension's settings for a workspace folder from VS Code. */
export class SettingsReader implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<void>());
  private readonly cached: CachedSettings;

  readonly onDidChange = this.didChange.event;

  constructor(
    confirmations: Pick<ConfirmationStore, 'isConfirmed'>,
    events: SettingsEvents = vscode.workspace,
  ) {
    const isConfirmed = (folderUri: string | undefined, value: WorkspaceValue): boolean =>
      confirmations.isConfirmed(confirmationKey(folderUri), value);
    this.cached = new CachedSettings({ readLayers, isConfirmed });
    const clear = (): void => this.cached.clear();
    this.store.add(events.onDidChangeWorkspaceFolders(clear));
    this.store.add(events.onDidGrantWorkspaceTrust(clear));
    this.store.add(
      events.onDidChangeConfiguration((event) => {
        if (READ.some((section) => event.affectsConfiguration(section))) {
          clear();
          this.didChange.fire();
        }
      }),
    );
  }

  /**
   * @param folderUri a URI as a string; without it, the settings outside of any folder.
   */
  read(folderUri?: string): SettingsReading {
    return this.cached.read(folderUri);
  }

  dispose(): void {
    this.store.dispose();
  }
}

/** The keys of settings that have no effect any more, and that the person or the workspace has set. */
export function listDroppedSettings(): readonly string[] {
  const config = vscode.workspace.getConfiguration(SETTINGS_SECTION);
  return DROPPED_SETTINGS.filter((key) => {
    const { globalValue, workspaceValue } = config.inspect<unknown>(key) ?? {};
    return globalValue !== undefined || workspaceValue !== undefined;
  });
}

/** The key under which `ConfirmationStore` stores the confirmations for `folderUri`. */
export function confirmationKey(folderUri: string | undefined): string {
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  return folderUri ?? (workspaceFile ?? workspaceFolders?.[0]?.uri)?.toString() ?? '';
}

function readLayers(folderUri: string | undefined): LayeredSettings {
  const scope = folderUri === undefined ? undefined : vscode.Uri.parse(folderUri);
  const config = vscode.workspace.getConfiguration(SETTINGS_SECTION, scope);
  const git = vscode.workspace.getConfiguration('git', scope);
  const entries = SETTING_KEYS.map((key) => {
    const own = inspect(config, key);
    const other = GIT_DEFAULTS[key];
    return [key, other ? withGitDefault(own, inspect(git, other.key), other) : own] as const;
  });
  // The entries have every key of the record exactly once.
  return Object.fromEntries(entries) as LayeredSettings;
}

function inspect(config: vscode.WorkspaceConfiguration, key: string): SettingLayers {
  const found = config.inspect<unknown>(key);
  return {
    defaultValue: found?.defaultValue,
    userValue: found?.globalValue,
    workspaceValue: found?.workspaceValue,
    folderValue: found?.workspaceFolderValue,
  };
}
