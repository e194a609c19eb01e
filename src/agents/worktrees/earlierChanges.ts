import { mapInLanes } from '../../base/mapInLanes';
import type { TaskStart } from '../../tasks/task';
import type { ChangedFile, Changes } from '../../worktrees/changes/changes';
import { fingerprint } from '../../worktrees/changes/fingerprint';
import { formatNames } from '../../worktrees/formatNames';

/** Files that are stored with a task. Policy: with more, none are stored, and all are shown as changes of the task. */
const MAX_DIRTY_FILES = 500;

const LANES = 4;
const MAX_NAMES = 3;

type Fingerprints = NonNullable<TaskStart['dirty']>;

/** Identifies the files that are changed as a task begins; undefined if there are too many. */
export async function noteDirty({
  root,
  files,
  total,
}: Changes): Promise<Fingerprints | undefined> {
  // Those of a submodule or with an invalid name have no fingerprint.
  const known = files.filter(({ isNameInvalid, mode }) => !isNameInvalid && mode !== 'submodule');
  return total.files > MAX_DIRTY_FILES ? undefined : fingerprintAll(root, known.flatMap(pathsOf));
}

/** Leaves out the files that were changed before the task began and are still the same, with notices. */
export async function leaveOutEarlier(changes: Changes, dirty: Fingerprints): Promise<Changes> {
  const wereDirty = changes.files.filter(({ path }) => Object.hasOwn(dirty, path));
  const now = await fingerprintAll(changes.root, wereDirty.flatMap(pathsOf));
  const isSame = (file: ChangedFile): boolean =>
    pathsOf(file).every((path) => Object.hasOwn(dirty, path) && dirty[path] === now[path]);
  const same = new Set(wereDirty.filter(isSame));
  const further = wereDirty.filter((file) => !same.has(file)).map(({ path }) => path);
  const sum = (key: 'added' | 'removed'): number =>
    [...same].reduce((lines, file) => lines + (file[key] ?? 0), 0);
  const { total } = changes;
  return {
    ...changes,
    files: changes.files.filter((file) => !same.has(file)),
    total: {
      files: total.files - same.size,
      added: total.added - sum('added'),
      removed: total.removed - sum('removed'),
    },
    notices: [
      ...changes.notices,
      ...(same.size > 0 ? [describeSame(same.size)] : []),
      ...(further.length > 0
        ? [`Already changed when the task began: ${formatNames(further, MAX_NAMES)}.`]
        : []),
    ],
  };
}

function pathsOf({ path, previousPath }: ChangedFile): readonly string[] {
  return previousPath === undefined ? [path] : [path, previousPath];
}

/** By path; empty if there is no file. */
async function fingerprintAll(root: string, paths: readonly string[]): Promise<Fingerprints> {
  const entries = await mapInLanes(
    paths,
    LANES,
    async (path) => [path, (await fingerprint(root, path)) ?? ''] as const,
  );
  return Object.fromEntries(entries);
}

function describeSame(count: number): string {
  return count === 1
    ? '1 file that was changed before the task began is left out.'
    : `${count} files that were changed before the task began are left out.`;
}
