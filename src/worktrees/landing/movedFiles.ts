import { lstat, readFile, readlink, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SessionError } from '../../base/errors';
import { formatNames } from '../formatNames';
import type { Git } from '../git/git';
import { pathKey } from '../paths';

interface Commits {
  readonly from: string;
  readonly to: string;
}

/** A file that differs between two commits, with its entry in the first one. */
interface DifferingFile {
  readonly path: string;
  /** `000000` if it does not exist. */
  readonly mode: string;
  readonly id: string;
  /** The id in the second one. */
  readonly newId: string;
  /** Whether a file is checked out where the first commit has none. */
  readonly isAdded: boolean;
}

/** The files of a working tree that differ between two commits, before the second one is checked out. */
interface MovedFiles {
  readonly root: string;
  /** Without those that have staged changes, which git leaves as they are. */
  readonly files: readonly DifferingFile[];
  /** The paths among them that no file has. */
  readonly absent: ReadonlySet<string>;
  /** What is staged, as git lists it. */
  readonly staged: string;
  /** Whether git would check them out; otherwise it refuses before it touches a file. */
  readonly isFree: boolean;
}

const NO_FILE = '000000';
const SUBMODULE = '160000';

/** @throws {SessionError} `ILLEGAL_STATE` with the names of untracked and ignored files that would be overwritten. */
export async function readMovedFiles(
  git: Git,
  place: string,
  { from, to }: Commits,
): Promise<MovedFiles> {
  // Its exit code tells of changed files, which are allowed.
  await git.attempt(place, ['update-index', '-q', '--refresh']);
  const root = await git.readLine(place, ['rev-parse', '--show-toplevel']);
  const all = await listDiffering(git, root, { from, to });
  const staged = await readStaged(git, root, from);
  const isStaged = new Set(staged.split('\0').filter((_, index) => index % 2 === 1));
  const files = all.filter(({ path }) => !isStaged.has(path));
  await requireUnoccupied(git, root, { files, staged });
  const found = await Promise.all(files.map(({ path }) => exists(join(root, path))));
  const absent = new Set(files.filter((_, index) => !found[index]).map(({ path }) => path));
  const tried = await git.attempt(root, ['read-tree', '-m', '-u', '--dry-run', from, to]);
  return { root, files, absent, staged, isFree: tried.code === 0 };
}

/**
 * Puts files and index back after a check-out that failed: on a full disk or in a filter, git leaves new files with the
 * old index; if a hook refuses the branch, with the new one.
 */
export async function restoreMovedFiles(
  git: Git,
  { absent, files, isFree, root, staged }: MovedFiles,
  from: string,
): Promise<void> {
  if (!isFree) {
    return;
  }
  if ((await readStaged(git, root, from)) !== staged) {
    const input = files.map(
      ({ id, mode, path }) => `${mode.replace(/^0+$/, '0')} ${id}\t${path}\0`,
    );
    await git.attempt(root, ['update-index', '-z', '--index-info'], { input: input.join('') });
  }
  const ours = await Promise.all(files.map((file) => isUnchanged(git, root, file)));
  const restored = files.filter((_, index) => ours[index]);
  for (const { path } of restored.filter((file) => absent.has(file.path))) {
    await removeFile(root, path);
  }
  const kept = restored.filter(({ mode, path }) => !absent.has(path) && isFile(mode));
  const input = kept.map(({ path }) => `${path}\0`).join('');
  await git.attempt(root, ['checkout-index', '-q', '-f', '-u', '-z', '--stdin'], { input });
}

/** Whether nobody has written to a file since git did, which may have written only a part of it. */
async function isUnchanged(
  git: Git,
  root: string,
  { newId, path }: DifferingFile,
): Promise<boolean> {
  const file = join(root, path);
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined) {
    return true;
  }
  const text = await (found.isSymbolicLink() ? readlink(file) : readFile(file, 'utf8')).catch(
    () => undefined,
  );
  const filtered = await git.query(root, ['cat-file', '--filters', `--path=${path}`, newId]);
  return (
    text === undefined ||
    // A character may be cut.
    (filtered.code === 0 && filtered.stdout.startsWith(text.replace(/\uFFFD$/, '')))
  );
}

async function listDiffering(
  git: Git,
  root: string,
  { from, to }: Commits,
): Promise<readonly DifferingFile[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', from, to];
  const fields = (await git.read(root, args)).split('\0');
  return fields.flatMap((field, index) => {
    const found = /^:(\d+) (\d+) (\w+) (\w+) \w$/.exec(field);
    if (found === null || index % 2 === 1) {
      return [];
    }
    const [, mode = '', toMode = '', id = '', newId = ''] = found;
    const isAdded = mode === NO_FILE && isFile(toMode);
    return [{ path: fields[index + 1] ?? '', mode, id, newId, isAdded }];
  });
}

function readStaged(git: Git, root: string, commit: string): Promise<string> {
  return git.read(root, ['diff-index', '--cached', '--raw', '-z', '--no-renames', commit, '--']);
}

/**
 * Git overwrites ignored files in most commands, others in a directory that becomes a file, and staged ones that are
 * deleted where a directory is added, or the reverse.
 */
async function requireUnoccupied(
  git: Git,
  root: string,
  { files, staged }: Pick<MovedFiles, 'files' | 'staged'>,
): Promise<void> {
  const tracked = new Set(
    files.filter(({ mode }) => mode !== NO_FILE).map(({ path }) => pathKey(path)),
  );
  const added = files.filter(({ isAdded }) => isAdded);
  const occupied = new Set(listCrossing(listStaged(staged), added));
  for (const { path } of added) {
    const found = await findOccupant(root, path);
    if (found?.isDirectory) {
      const args = ['--literal-pathspecs', 'ls-files', '--others', '-z', '--', `${path}/`];
      (await git.read(root, args))
        .split('\0')
        .filter((name) => name !== '')
        .forEach((name) => occupied.add(name));
    } else if (found && !tracked.has(pathKey(found.path))) {
      occupied.add(found.path);
    }
  }
  if (occupied.size > 0) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `Nothing was changed, because files would be overwritten in ${root}: ${formatNames([...occupied])}. Move them elsewhere first.`,
    );
  }
}

/** The staged files that would be directories of added ones, or the reverse. */
function listCrossing(
  staged: readonly string[],
  added: readonly DifferingFile[],
): readonly string[] {
  const names = new Set(added.map(({ path }) => path));
  const parents = new Set(added.flatMap(({ path }) => listParents(path)));
  return staged.filter(
    (path) => parents.has(path) || listParents(path).some((parent) => names.has(parent)),
  );
}

/** The directories of a file below the root, the nearest first. */
function listParents(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === '.' ? [] : [parent, ...listParents(parent)];
}

/** The paths of the staged changes that are no deletions. */
function listStaged(staged: string): readonly string[] {
  const fields = staged.split('\0');
  return fields.filter((_, index) => index % 2 === 1 && !/ D$/.test(fields[index - 1] ?? ''));
}

/** What is in the place of a file: itself, or a file where it needs a directory. */
async function findOccupant(
  root: string,
  path: string,
): Promise<{ readonly path: string; readonly isDirectory: boolean } | undefined> {
  const names = path.split('/');
  for (const length of names.keys()) {
    const part = names.slice(0, length + 1).join('/');
    const found = await lstat(join(root, part)).catch(() => undefined);
    if (found === undefined) {
      return undefined;
    }
    if (!found.isDirectory() || part === path) {
      return { path: part, isDirectory: found.isDirectory() };
    }
  }
  return undefined;
}

async function removeFile(root: string, path: string): Promise<void> {
  await rm(join(root, path), { force: true }).catch(() => undefined);
  for (const name of listParents(path)) {
    try {
      await rmdir(join(root, name));
    } catch {
      // Other files are in it.
      return;
    }
  }
}

async function exists(file: string): Promise<boolean> {
  return (await lstat(file).catch(() => undefined)) !== undefined;
}

function isFile(mode: string): boolean {
  return mode !== NO_FILE && mode !== SUBMODULE;
}
