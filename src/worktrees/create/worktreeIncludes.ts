import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git } from '../git/git';

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
export async function findIncludes(
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
