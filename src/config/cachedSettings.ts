import type { WorkspaceValue } from './confirmations';
import { parseSettings, type ParsedSettings, type RawSettings } from './parseSettings';
import { resolveWorkspaceValues, type LayeredSettings } from './workspaceValues';

export interface SettingsReading extends ParsedSettings {
  /** The values that apply, before they are parsed. */
  readonly values: RawSettings;
  /** Values of workspace and folder settings that do not apply until the person confirms them. */
  readonly unconfirmed: readonly WorkspaceValue[];
}

interface CachedSettingsDeps {
  /** Looks the settings of a folder up, by its URI; without it, those outside of any folder. */
  readonly readLayers: (folderUri: string | undefined) => LayeredSettings;
  readonly isConfirmed: (folderUri: string | undefined, value: WorkspaceValue) => boolean;
}

/**
 * The settings by folder. Each is looked up once until {@link clear} is called, since VS Code needs
 * milliseconds for it and each change of a session may read them.
 */
export class CachedSettings {
  private readonly layers = new Map<string | undefined, LayeredSettings>();
  private readonly readings = new Map<string | undefined, SettingsReading>();

  constructor(private readonly deps: CachedSettingsDeps) {}

  read(folderUri: string | undefined): SettingsReading {
    const reading = this.readings.get(folderUri) ?? this.resolve(folderUri);
    // While no setting changes, only an unconfirmed value can, by its confirmation. A confirmed one
    // applies until the settings are looked up again, also if newer confirmations displace its own.
    if (reading.unconfirmed.length === 0) {
      this.readings.set(folderUri, reading);
    }
    return reading;
  }

  /** Called when a setting, a folder or the trust in the workspace has changed. */
  clear(): void {
    this.layers.clear();
    this.readings.clear();
  }

  private resolve(folderUri: string | undefined): SettingsReading {
    const layers = this.layers.get(folderUri) ?? this.deps.readLayers(folderUri);
    this.layers.set(folderUri, layers);
    const { values, unconfirmed } = resolveWorkspaceValues(layers, (value) =>
      this.deps.isConfirmed(folderUri, value),
    );
    return { ...parseSettings(values), unconfirmed, values };
  }
}
