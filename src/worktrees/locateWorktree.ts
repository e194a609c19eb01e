import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { toRef } from './branches';
import type { Git } from './git';
import { MAX_SEARCHED_DIRECTORIES } from './limits';
import { pathKey, resolvePhysical } from './paths';
import type { Worktree } from './worktree';
import { listWorktrees, type ListedWorktree } from './worktreeList';

/** Where a worktree is, by the disk and by what git knows of it. */
export type WorktreeLocation =
  | { readonly kind: 'there'; readonly lockReason: string | undefined }
  /** Its directory is where it was, and git no longer knows it as this worktree: repair mends that. */
  | { readonly kind: 'broken' }
  /** It was moved there; repair takes the new place over. */
  | { readonly kind: 'moved'; readonly path: string }
  /** Gone. `isKnown` = git still keeps it in its list. */
  | {
      readonly kind: 'missing';
      readonly isKnown: boolean;
      readonly lockReason: string | undefined;
    };

/** Compares what is remembered of a worktree with git's list and the disk. */
export async function locateWorktree(git: Git, worktree: Worktree): Promise<WorktreeLocation> {
  const { path, repository, branch } = worktree;
  const list = await listWorktrees(git, repository);
  const listed = await findListed(list, path);
  const lockReason = listed?.lockReason;
  if (await exists(join(path, '.git'))) {
    const isLinked = listed !== undefined && (await isLinkedBothWays(git, path, repository));
    if (isLinked) {
      return { kind: 'there', lockReason };
    }
    if (await belongsTo(path, await commonDirectoryOf(git, repository))) {
      return { kind: 'broken' };
    }
  }
  // What git moved itself it lists at the new place alone; the main one was never moved.
  const elsewhere = listed
    ? undefined
    : list.slice(1).find((tree) => tree.branch === toRef(branch));
  if (elsewhere !== undefined && (await exists(join(elsewhere.path, '.git')))) {
    return { kind: 'moved', path: elsewhere.path };
  }
  const found = listed && (await searchMoved(git, worktree));
  return found === undefined
    ? { kind: 'missing', isKnown: listed !== undefined, lockReason }
    : { kind: 'moved', path: found };
}

/** The entry of a list that is for `path`, whichever way either is written. */
export async function findListed(
  list: readonly ListedWorktree[],
  path: string,
): Promise<ListedWorktree | undefined> {
  const wanted = await resolvePhysical(path);
  const exact = list.find((entry) => entry.path === wanted || entry.path === path);
  return exact ?? list.find((entry) => pathKey(entry.path) === pathKey(wanted));
}

/** Whether git in that directory comes out at that repository. */
async function isLinkedBothWays(git: Git, path: string, repository: string): Promise<boolean> {
  const common = await git.findLine(path, ['rev-parse', '--git-common-dir']);
  return (
    common !== undefined &&
    (await resolvePhysical(resolve(path, common))) === (await commonDirectoryOf(git, repository))
  );
}

async function commonDirectoryOf(git: Git, repository: string): Promise<string> {
  const common = await git.readLine(repository, ['rev-parse', '--git-common-dir']);
  return resolvePhysical(resolve(repository, common));
}

/**
 * Looks beside where it was, and beside the directory of all worktrees, for one that says it
 * is the one git still has at the old place.
 */
async function searchMoved(git: Git, { path, repository }: Worktree): Promise<string | undefined> {
  const common = await commonDirectoryOf(git, repository);
  const id = await findAdministrativeDirectory(common, path);
  if (id === undefined) {
    return undefined;
  }
  const near = [dirname(path), dirname(dirname(path)), dirname(repository)];
  for (const directory of new Set(near)) {
    const names = await readdir(directory).catch(() => []);
    for (const name of names.slice(0, MAX_SEARCHED_DIRECTORIES)) {
      const candidate = join(directory, name);
      if (candidate !== path && (await readLink(join(candidate, '.git'))) === id) {
        return candidate;
      }
    }
  }
  return undefined;
}

/** What git keeps of the worktree that it believes at `path`. */
async function findAdministrativeDirectory(
  common: string,
  path: string,
): Promise<string | undefined> {
  const root = join(common, 'worktrees');
  for (const id of await readdir(root).catch(() => [])) {
    const back = await readFile(join(root, id, 'gitdir'), 'utf8').catch(() => '');
    const place = dirname(resolve(join(root, id), back.trim()));
    if (pathKey(place) === pathKey(path)) {
      return join(root, id);
    }
  }
  return undefined;
}

/** Whether the `.git` file of a worktree names something of that repository. */
async function belongsTo(path: string, common: string): Promise<boolean> {
  const link = await readLink(join(path, '.git'));
  return link !== undefined && pathKey(dirname(dirname(link))) === pathKey(common);
}

/** Where the `.git` file of a worktree leads to. */
async function readLink(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const link = /^gitdir: (.+?)\r?\n?$/.exec(text)?.[1];
  return link === undefined ? undefined : resolve(dirname(file), link);
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
