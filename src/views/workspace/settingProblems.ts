import type { FolderRef } from '../../agents/agentService';
import type { Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { formatSettingProblem, type SettingProblem } from '../../config/settingProblem';
import type { SettingsReader } from '../../config/settingsReader';

export interface SettingProblemsDeps {
  readonly settings: Pick<SettingsReader, 'onDidChange'>;
  /** A folder that is added brings settings of its own. */
  readonly onDidChangeFolders: Event<unknown>;
  /** The problems of the settings as they are now, of all folders. */
  readonly problems: () => readonly SettingProblem[];
  readonly showNotice: (notice: string) => void;
}

/** Tells of settings that cannot be used as they are: each once, until it has been put right. */
export function watchSettingProblems(deps: SettingProblemsDeps): Disposable {
  let told: ReadonlySet<string> = new Set();
  const look = (): void => {
    const found = new Set(deps.problems().map(formatSettingProblem));
    [...found].filter((notice) => !told.has(notice)).forEach(deps.showNotice);
    told = found;
  };
  look();
  const store = new DisposableStore();
  store.add(deps.settings.onDidChange(look));
  store.add(deps.onDidChangeFolders(look));
  return store;
}

/** The problems of the settings as they are now, without a folder and of each folder. */
export function listSettingProblems(
  settings: Pick<SettingsReader, 'read'>,
  folders: readonly FolderRef[],
): readonly SettingProblem[] {
  const uris = [undefined, ...folders.map(({ uri }) => uri)];
  return uris.flatMap((uri) => settings.read(uri).problems);
}
