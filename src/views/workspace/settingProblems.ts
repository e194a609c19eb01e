import type { FolderRef } from '../../agents/folderRef';
import type { Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { formatSettingProblem, type SettingProblem } from '../../config/settingProblem';
import type { SettingsReader } from '../../config/settingsReader';

interface SettingProblemsDeps {
  readonly settings: Pick<SettingsReader, 'onDidChange'>;
  /** Fires when folders change: each folder has its own settings. */
  readonly onDidChangeFolders: Event<unknown>;
  /** Returns the current problems of all folders' settings. */
  readonly problems: () => readonly SettingProblem[];
  readonly showNotice: (notice: string) => void;
}

/** Shows a notice for each invalid setting: once, and again only after it was valid meanwhile. */
export function watchSettingProblems(deps: SettingProblemsDeps): Disposable {
  let shown: ReadonlySet<string> = new Set();
  const check = (): void => {
    const found = new Set(deps.problems().map(formatSettingProblem));
    [...found].filter((notice) => !shown.has(notice)).forEach(deps.showNotice);
    shown = found;
  };
  check();
  const store = new DisposableStore();
  store.add(deps.settings.onDidChange(check));
  store.add(deps.onDidChangeFolders(check));
  return store;
}

/** Returns the current problems of the settings without a folder and of each folder. */
export function listSettingProblems(
  settings: Pick<SettingsReader, 'read'>,
  folders: readonly FolderRef[],
): readonly SettingProblem[] {
  const uris = [undefined, ...folders.map(({ uri }) => uri)];
  return uris.flatMap((uri) => settings.read(uri).problems);
}
