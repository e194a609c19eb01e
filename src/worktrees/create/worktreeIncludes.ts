import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git } from '../git/git';

/** At the root of a working tree: patterns, as in `.gitignore`, of files that new worktrees get too. */
const INCLUDE_FILE = '.worktreeinclude';

/**
 * The files of the working tree `root` that git does not track and that its
 * `.worktreeinclude` or one of `patterns` names, both in the syntax of `.gitignore`; git
 * itself matches them. A directory that is a repository of its own ends with a slash.
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
