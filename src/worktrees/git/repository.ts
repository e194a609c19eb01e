import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SessionError } from '../../base/errors';
import type { Git } from './git';
import { resolvePhysical } from '../paths';
import { listWorktrees } from './worktreeList';

/**
 * The place of a folder in the working trees of its repository. All paths are without symbolic
 * links.
 */
export interface Repository {
  readonly root: string;
  /** The path from `root` to the folder; empty if they are the same. */
  readonly subdirectory: string;
  /** The main working tree, which was cloned; for a bare repository, the repository. */
  readonly main: string;
  /** The directory that all working trees share, usually `.git` in the main one. */
  readonly commonDirectory: string;
}

/**
 * @throws {SessionError} `CWD_NOT_FOUND` if the folder does not exist; `BAD_REQUEST` if it is not
 * in a repository, or in one without files.
 */
export async function findRepository(git: Git, folder: string): Promise<Repository> {
  const cwd = await resolvePhysical(folder);
  await requireWorkingTree(git, cwd);
  const [root, subdirectory, common, own] = await Promise.all([
    git.readLine(cwd, ['rev-parse', '--show-toplevel']),
    git.readLine(cwd, ['rev-parse', '--show-prefix']),
    git.readLine(cwd, ['rev-parse', '--git-common-dir']),
    git.readLine(cwd, ['rev-parse', '--git-dir']),
  ]);
  const commonDirectory = await resolvePhysical(resolve(cwd, common));
  const isMain = commonDirectory === (await resolvePhysical(resolve(cwd, own)));
  return {
    root: resolve(root),
    subdirectory: join(subdirectory, '.') === '.' ? '' : join(subdirectory, '.'),
    main: isMain ? resolve(root) : await findMain(git, cwd, commonDirectory),
    commonDirectory,
  };
}

/** @throws {SessionError} `BAD_REQUEST` if the directory is not in a working tree. */
export async function requireWorkingTree(git: Git, cwd: string): Promise<void> {
  const inside = await git.query(cwd, ['rev-parse', '--is-inside-work-tree']);
  if (inside.code === 0 && inside.stdout.trim() === 'true') {
    return;
  }
  if (inside.code === 0) {
    throw new SessionError(
      'BAD_REQUEST',
      `${cwd} has no files to work on, because it is a bare repository or a directory of git itself: open a working tree of it.`,
    );
  }
  if (!/not a git repository/i.test(inside.stderr)) {
    // Damaged or inaccessible: throws git's message, which explains how to correct that.
    await git.read(cwd, ['rev-parse', '--is-inside-work-tree']);
  }
  throw new SessionError(
    'BAD_REQUEST',
    `${cwd} is not in a git repository: run "git init" and commit there, or start the task without a worktree.`,
  );
}

/** The main working tree, from another one. Git lists a submodule's main working tree wrongly. */
async function findMain(git: Git, cwd: string, commonDirectory: string): Promise<string> {
  const config = join(commonDirectory, 'config');
  const elsewhere = await git.findLine(cwd, ['config', '--file', config, 'core.worktree']);
  if (elsewhere !== undefined) {
    return resolvePhysical(resolve(commonDirectory, elsewhere));
  }
  const [main] = await listWorktrees(git, cwd);
  return resolvePhysical(main?.path ?? commonDirectory);
}

/** @throws {SessionError} `CWD_NOT_FOUND` if the worktree's repository does not exist. */
export async function requireRepository(directory: string): Promise<void> {
  const found = await stat(directory).catch(() => undefined);
  if (!found?.isDirectory()) {
    throw new SessionError(
      'CWD_NOT_FOUND',
      `The repository ${directory} does not exist any more: restore it, or open the folder where it is now.`,
    );
  }
}

/** An index entry that represents a commit of another repository, by its mode. */
const SUBMODULE_ENTRY = /^160000 [^\t]*\t/;

export async function findCheckedOutSubmodules(git: Git, root: string): Promise<readonly string[]> {
  const entries = (await git.read(root, ['ls-files', '--stage', '-z'])).split('\0');
  const paths = entries
    .filter((entry) => SUBMODULE_ENTRY.test(entry))
    .map((entry) => entry.replace(SUBMODULE_ENTRY, ''));
  const states = await Promise.all(paths.map((path) => isCheckedOut(join(root, path))));
  return paths.filter((_, index) => states[index]);
}

async function isCheckedOut(directory: string): Promise<boolean> {
  return (await stat(join(directory, '.git')).catch(() => undefined)) !== undefined;
}
