import { rm, stat, copyFile, mkdir } from 'node:fs/promises';
import { join, dirname, resolve } from 'node:path';
import { applyChanges, type CarriedChanges } from './carriedChanges';
import { checkOut } from './checkOut';
import { copyFiles } from './copyFiles';
import { countOf, formatNames } from '../formatNames';
import type { Git } from '../git/git';
import { linkFolders } from './linkFolders';
import { releaseDirectory } from './reserveNames';
import { beginStep, type Steps } from './steps';
import { findCheckedOutSubmodules } from '../git/repository';
import { readLink, writeMark } from '../git/worktreeEntries';

interface Addition {
  readonly repository: string;
  /** The working tree whose ignored files and sparse checkout are copied. */
  readonly source: string;
  readonly path: string;
  readonly branch: string;
  /** The mark that distinguishes it from worktrees that others create. */
  readonly mark: string;
  /** Patterns of untracked files to copy, beside `.worktreeinclude`. */
  readonly copy: readonly string[];
  readonly symlink: readonly string[];
  readonly changes?: CarriedChanges | undefined;
}

/** What the person should know about a new worktree, a sentence each. */
export type AdditionNotices = readonly string[];

/**
 * Creates a worktree in a directory that {@link reserveNames} created. If that fails, nothing of it
 * remains; the caller deletes the branch.
 */
export async function addWorktree(
  git: Git,
  addition: Addition,
  steps: Steps,
): Promise<AdditionNotices> {
  try {
    return await fillWorktree(git, addition, steps);
  } catch (error) {
    await undoAddition(git, addition);
    throw error;
  }
}

async function fillWorktree(git: Git, addition: Addition, steps: Steps): Promise<AdditionNotices> {
  const { repository, source, path, branch, mark, changes } = addition;
  const { signal } = steps;
  beginStep(steps, `Checking out ${branch}`);
  const hook = await checkOut(git, { repository, path, branch, signal });
  await markMade(path, mark);
  await adoptSparseCheckout(git, source, path);
  if (changes !== undefined) {
    await applyChanges(git, path, { changes, ...steps });
  }
  const linked = await linkFolders(git, { from: source, to: path, patterns: addition.symlink });
  const copied = await copyIncludes(git, addition, linked.folders, steps);
  const missing = await submoduleNotices(git, source);
  signal?.throwIfAborted();
  return [...hook, ...(changes?.notices ?? []), ...linked.notices, ...copied, ...missing];
}

async function markMade(path: string, mark: string): Promise<void> {
  const directory = await readLink(path);
  if (directory === undefined) {
    throw new Error(`${path} is not linked with a repository.`);
  }
  await writeMark(directory, mark);
}

async function copyIncludes(
  git: Git,
  { source, path, copy }: Addition,
  linked: readonly string[],
  steps: Steps,
): Promise<AdditionNotices> {
  beginStep(steps, 'Looking for files to copy');
  const found = await findIncludes(git, source, copy);
  const names = found.filter((name) => !linked.some((folder) => name.startsWith(`${folder}/`)));
  if (names.length === 0) {
    return [];
  }
  beginStep(steps, `Copying ${countOf(names.length, 'file')}`);
  return copyFiles({ from: source, to: path, names, signal: steps.signal });
}

/**
 * A submodule would be cloned for each worktree, over the network and perhaps with a password. The
 * person or a setup command decides that.
 */
async function submoduleNotices(git: Git, source: string): Promise<AdditionNotices> {
  const paths = await findCheckedOutSubmodules(git, source);
  return paths.length === 0
    ? []
    : [
        `${countOf(paths.length, 'submodule')} (${formatNames(paths)}) not checked out in the worktree: run "git submodule update --init" there if the work needs it.`,
      ];
}

/** Not cancelled. Continues after errors, since the caller throws the first failure. */
async function undoAddition(git: Git, { repository, path }: Addition): Promise<void> {
  const forget = (): Promise<unknown> =>
    git
      .attempt(repository, ['worktree', 'remove', '--force', '--force', path])
      .catch(() => undefined); // See above.
  await forget();
  await rm(path, { recursive: true, force: true }).catch(() => undefined); // See above.
  // A half-made worktree that git refused to remove can be removed from its list after its
  // directory is gone.
  await forget();
  await releaseDirectory(path);
}

/**
 * Where the task works: the counterpart of its folder, or the root if the commit does not contain
 * that folder.
 */
export async function chooseCwd(
  path: string,
  cwd: string,
): Promise<{ readonly cwd: string; readonly notices: AdditionNotices }> {
  const found = await stat(cwd).catch(() => undefined);
  return found?.isDirectory()
    ? { cwd, notices: [] }
    : { cwd: path, notices: [`There is no ${cwd} in that commit: the task works in ${path}.`] };
}

/**
 * A file at the root of a working tree: patterns in `.gitignore` syntax for files that new
 * worktrees also get.
 */
const INCLUDE_FILE = '.worktreeinclude';

/**
 * The untracked files of the working tree `root` that match its `.worktreeinclude` or one of
 * `patterns`, both in `.gitignore` syntax and matched by git. A directory that is itself a
 * repository ends with a slash.
 */
async function findIncludes(
  git: Git,
  root: string,
  patterns: readonly string[],
): Promise<readonly string[]> {
  const file = join(root, INCLUDE_FILE);
  const isThere = (await stat(file).catch(() => undefined))?.isFile() ?? false;
  const excludes = [
    ...(isThere ? [`--exclude-from=${file}`] : []),
    ...patterns.filter((pattern) => pattern !== '').map((pattern) => `--exclude=${pattern}`),
  ];
  if (excludes.length === 0) {
    return [];
  }
  const names = await git.read(root, ['ls-files', '-z', '--others', '--ignored', ...excludes]);
  return names.split('\0').filter((name) => name !== '');
}

/**
 * Copies the sparse checkout of the working tree `from` to `to`. Since 2.36 git does this when it
 * adds a worktree; with older versions the new one has all files.
 */
export async function adoptSparseCheckout(git: Git, from: string, to: string): Promise<void> {
  if (!(await isSparse(git, from)) || (await isSparse(git, to))) {
    return;
  }
  const [source, target] = await Promise.all([patternFile(git, from), patternFile(git, to)]);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(source, target);
  for (const key of ['core.sparseCheckout', 'core.sparseCheckoutCone']) {
    const value = await git.findLine(from, ['config', '--type=bool', key]);
    await git.write(to, ['config', '--worktree', key, value ?? 'false']);
  }
  await git.write(to, ['read-tree', '-m', '-u', 'HEAD']);
}

async function isSparse(git: Git, root: string): Promise<boolean> {
  const isOn = await git.findLine(root, ['config', '--type=bool', 'core.sparseCheckout']);
  if (isOn !== 'true') {
    return false;
  }
  // An entry marked S is not checked out.
  const entries = await git.read(root, ['ls-files', '-t', '-z']);
  return entries.split('\0').some((entry) => entry.startsWith('S '));
}

async function patternFile(git: Git, root: string): Promise<string> {
  return resolve(
    root,
    await git.readLine(root, ['rev-parse', '--git-path', 'info/sparse-checkout']),
  );
}
