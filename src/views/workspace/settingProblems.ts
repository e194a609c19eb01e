import type { FolderRef } from '../../agents/folderRef';
import type { Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { SETTINGS_SECTION } from '../../config/contributions';
import type { SettingProblem } from '../../config/settings';

interface SettingProblemsDeps {
  readonly settings: {
    readonly onDidChange: Event<unknown>;
    read(folderUri: string | undefined): { readonly problems: readonly SettingProblem[] };
  };
  /** Each has its own settings. */
  readonly folders: () => readonly FolderRef[];
  readonly onDidChangeFolders: Event<unknown>;
  readonly showNotice: (notice: string) => void;
}

/** Shows a notice for each invalid setting: once, and again only after it was valid meanwhile. */
export function watchSettingProblems(deps: SettingProblemsDeps): Disposable {
  const { folders, onDidChangeFolders, settings, showNotice } = deps;
  let shown: ReadonlySet<string> = new Set();
  const check = (): void => {
    const uris = [undefined, ...folders().map(({ uri }) => uri)];
    const problems = uris.flatMap((uri) => settings.read(uri).problems);
    const found = new Set(problems.map(formatSettingProblem));
    [...found].filter((notice) => !shown.has(notice)).forEach(showNotice);
    shown = found;
  };
  check();
  const store = new DisposableStore();
  store.add(settings.onDidChange(check));
  store.add(onDidChangeFolders(check));
  return store;
}

const LONGEST_VALUE = 80;

/** One sentence for the person: which setting, its value, and the value used instead. */
export function formatSettingProblem({ key, was, expected, used }: SettingProblem): string {
  const outcome =
    used === undefined
      ? 'it is ignored until you correct it in the settings'
      : `${formatValue(used)} is used until you correct it in the settings`;
  return `The setting ${SETTINGS_SECTION}.${key} is ${describe(key, was)}, not ${expected}: ${outcome}.`;
}

/** Gives only the type of an environment variable, because its value may be a secret. */
function describe(key: string, value: unknown): string {
  return /^providers\.[^.]+\.env\b/.test(key) ? describeType(value) : formatValue(value);
}

function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

function describeType(value: unknown): string {
  if (value === null) {
    return 'null';
  }
  return Array.isArray(value) ? 'a list' : `of type ${typeof value}`;
}
