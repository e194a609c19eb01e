import { lstat, mkdir, realpath, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toMessage } from '../../base/errors';
import { isInside } from '../../base/isInside';
import { formatNames } from '../formatNames';
import type { Git } from '../git/git';
import { resolvePhysical } from '../paths';

interface LinkRequest {
  /** The working tree that has the folders, without symbolic links. */
  readonly from: string;
  readonly to: string;
  /** In `.gitignore` syntax. */
  readonly patterns: readonly string[];
}

/**
 * Links folders of one working tree into a new one: those that match and that git ignores as a whole. A folder that is
 * itself reached by a link, whose place is taken, or whose link git would not ignore, is left out, with a notice.
 */
export async function linkFolders(git: Git, { from, to, patterns }: LinkRequest) {
  const folders: string[] = [];
  const failures: string[] = [];
  for (const folder of await findFolders(git, from, patterns)) {
    try {
      await link(git, folder, { from, to });
      folders.push(folder);
    } catch (error) {
      failures.push(`${folder} (${toMessage(error)})`);
    }
  }
  const notices = failures.length === 0 ? [] : [`Not linked: ${formatNames(failures)}.`];
  return { folders, notices };
}

async function findFolders(
  git: Git,
  from: string,
  patterns: readonly string[],
): Promise<readonly string[]> {
  const excludes = patterns
    .filter((pattern) => pattern.trim() !== '')
    // Of directories only.
    .map((pattern) => `--exclude=${pattern.replace(/\/*$/, '/')}`);
  if (excludes.length === 0) {
    return [];
  }
  const list = ['ls-files', '-z', '--others', '--ignored', '--directory'];
  const [matched, ignored] = await Promise.all([
    git.read(from, [...list, ...excludes]),
    git.read(from, [...list, '--exclude-standard']),
  ]);
  const wholly = directoriesIn(ignored);
  const folders = directoriesIn(matched);
  // Git also lists the directories around a match that have nothing else.
  const isAround = (folder: string): boolean =>
    folders.some((other) => other !== folder && other.startsWith(folder));
  return folders
    .filter((folder) => !isAround(folder) && wholly.some((outer) => folder.startsWith(outer)))
    .map((folder) => folder.slice(0, -1));
}

/** Git ends a directory that has only such files with a slash. */
function directoriesIn(list: string): readonly string[] {
  return list.split('\0').filter((name) => name.endsWith('/'));
}

async function link(
  git: Git,
  folder: string,
  { from, to }: Pick<LinkRequest, 'from' | 'to'>,
): Promise<void> {
  const source = join(from, folder);
  const target = join(to, folder);
  if ((await realpath(source)) !== source || !(await lstat(source)).isDirectory()) {
    throw new Error('a link leads to it');
  }
  if (isInside(to, source)) {
    throw new Error('the worktree is in it');
  }
  const parent = dirname(target);
  if ((await resolvePhysical(parent)) !== parent) {
    throw new Error('a link leads to its place');
  }
  if (!(await ignoresLink(git, to, folder))) {
    throw new Error(
      'git would not ignore the link: its pattern, as in .gitignore, must be without the slash at its end',
    );
  }
  await mkdir(parent, { recursive: true });
  await symlink(source, target, process.platform === 'win32' ? 'junction' : 'dir');
}

/** A pattern with a slash at its end matches directories, but no link to one. What is not there yet counts as no directory. */
async function ignoresLink(git: Git, to: string, folder: string): Promise<boolean> {
  const { code } = await git.query(to, ['check-ignore', '--quiet', '--', `./${folder}`]);
  return code === 0;
}
