import { rm, stat } from 'node:fs/promises';
import { applyChanges, type CarriedChanges } from './carriedChanges';
import { copyFiles } from './copyFiles';
import { countOf, formatNames } from '../formatNames';
import type { Git } from '../git/git';
import { releaseDirectory } from './reserveNames';
import { adoptSparseCheckout } from '../git/sparseCheckout';
import { beginStep, type Steps } from './steps';
import { findCheckedOutSubmodules } from '../git/submodules';
import { readLink, writeMark } from '../git/worktreeEntries';
import { findIncludes } from './worktreeIncludes';

/** What a reserved, empty directory is to become. */
export interface Addition {
  /** Where git knows the repository. */
  readonly repository: string;
  /** The working tree that it takes after: its ignored files, its sparse checkout. */
  readonly source: string;
  readonly path: string;
  readonly branch: string;
  /** What it is told apart by from those that others make. */
  readonly mark: string;
  /** Patterns of untracked files that come along, beside `.worktreeinclude`. */
  readonly copy: readonly string[];
  readonly changes?: CarriedChanges | undefined;
}

/** What the person should know of a worktree that was made; a sentence each. */
export type Notices = readonly string[];

/** Makes a worktree of a directory that {@link reserveNames} made; if that fails, nothing of it is left. */
export async function addWorktree(git: Git, addition: Addition, steps: Steps): Promise<Notices> {
  try {
    return await fillWorktree(git, addition, steps);
  } catch (error) {
    await undoAddition(git, addition);
    throw error;
  }
}

async function fillWorktree(git: Git, addition: Addition, steps: Steps): Promise<Notices> {
  const { repository, source, path, branch, mark, changes } = addition;
  const { signal } = steps;
  beginStep(steps, `Checking out ${branch}`);
  await git.write(repository, ['worktree', 'add', path, branch], { signal });
  await markMade(path, mark);
  await adoptSparseCheckout(git, source, path);
  if (changes !== undefined) {
    await applyChanges(git, path, { changes, ...steps });
  }
  const copied = await copyIncludes(git, addition, steps);
  const missing = await submoduleNotices(git, source);
  signal?.throwIfAborted();
  return [...(changes?.notices ?? []), ...copied, ...missing];
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
  steps: Steps,
): Promise<Notices> {
  beginStep(steps, 'Looking for files to copy');
  const names = await findIncludes(git, source, copy);
  if (names.length === 0) {
    return [];
  }
  beginStep(steps, `Copying ${countOf(names.length, 'file')}`);
  return copyFiles({ from: source, to: path, names, signal: steps.signal });
}

/**
 * A submodule is cloned anew for each worktree, over the network and perhaps with a password:
 * the person's to decide, or a setup command's.
 */
async function submoduleNotices(git: Git, source: string): Promise<Notices> {
  const paths = await findCheckedOutSubmodules(git, source);
  return paths.length === 0
    ? []
    : [
        `${countOf(paths.length, 'submodule')} (${formatNames(paths)}) not checked out in the worktree: run "git submodule update --init" there if the work needs it.`,
      ];
}

/** Not to be cancelled, and done as far as it can be: the first failure is the one to tell. */
async function undoAddition(git: Git, { repository, path }: Addition): Promise<void> {
  const forget = (): Promise<unknown> =>
    git
      .attempt(repository, ['worktree', 'remove', '--force', '--force', path])
      .catch(() => undefined); // See above.
  await forget();
  await rm(path, { recursive: true, force: true }).catch(() => undefined); // See above.
  // What git refused to remove while it was half made, it forgets now that it is gone.
  await forget();
  await releaseDirectory(path);
}

/** Where the task works: the counterpart of its folder, or the root if the commit has none. */
export async function chooseCwd(
  path: string,
  cwd: string,
): Promise<{ readonly cwd: string; readonly notices: Notices }> {
  const found = await stat(cwd).catch(() => undefined);
  return found?.isDirectory()
    ? { cwd, notices: [] }
    : { cwd: path, notices: [`There is no ${cwd} in that commit: the task works in ${path}.`] };
}
