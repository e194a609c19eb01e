import type { TaskChanges } from '../../../src/agents/worktrees/worktreeStates';
import type { ChangedFile, Changes } from '../../../src/worktrees/changes/changes';

/** A modified file with three added lines and one removed, with defaults for what the test does not set. */
export function changedFile(path: string, overrides: Partial<ChangedFile> = {}): ChangedFile {
  return {
    path,
    isNameInvalid: false,
    previousPath: undefined,
    kind: 'modified',
    mode: 'file',
    added: 3,
    removed: 1,
    isBinary: false,
    stamp: undefined,
    ...overrides,
  };
}

/** A file whose lines are not counted. */
export function uncounted(path: string, overrides: Partial<ChangedFile> = {}): ChangedFile {
  return changedFile(path, { added: undefined, removed: undefined, ...overrides });
}

/** The changes with these files, below `/home/ada/till`. */
export function changesWith(
  files: readonly ChangedFile[],
  overrides: Partial<Changes> = {},
): Changes {
  const sum = (key: 'added' | 'removed') =>
    files.reduce((total, file) => total + (file[key] ?? 0), 0);
  return {
    root: '/home/ada/till',
    since: '0123456789012345678901234567890123456789',
    head: '9876543210987654321098765432109876543210',
    files,
    total: { files: files.length, added: sum('added'), removed: sum('removed') },
    notices: [],
    ...overrides,
  };
}

export function readChanges(...paths: readonly string[]): TaskChanges {
  return { kind: 'read', changes: changesWith(paths.map((path) => changedFile(path))) };
}
