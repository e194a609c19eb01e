import { readdir, stat, lstat, rmdir } from 'node:fs/promises';
import { dirname, join, basename } from 'node:path';
import type { Git } from './git/git';
import { MAX_SEARCHED_DIRECTORIES } from './limits';
import { pathKey, resolvePhysical } from './paths';
import type { Worktree } from './worktree';
import {
  isSamePath,
  leadsTo,
  listEntries,
  readLink,
  type WorktreeEntry,
} from './git/worktreeEntries';
import type { ListedWorktree } from './git/worktreeList';
import { SessionError } from '../base/errors';
import { formatNames } from './formatNames';

export type WorktreeLocation =
  | { readonly kind: 'there'; readonly lockReason: string | undefined }
  /** Its directory is in its place, but the links with git are wrong. A repair corrects them. */
  | {
      readonly kind: 'broken';
      /** What is in the directory, if its `.git` file is missing. */
      readonly left: readonly string[] | undefined;
    }
  /** It was moved. A repair records the new place. */
  | { readonly kind: 'moved'; readonly path: string }
  | {
      readonly kind: 'missing';
      /** The path in git's list; undefined if git does not list it. */
      readonly knownAt: string | undefined;
      readonly lockReason: string | undefined;
    };

/**
 * Compares the stored data of a worktree with the disk and with git's records. Another worktree
 * never matches, even on its branch or in its place. A worktree created before marks existed is
 * matched by its path alone.
 */
export async function locateWorktree(git: Git, worktree: Worktree): Promise<WorktreeLocation> {
  const { path } = worktree;
  const entry = await findEntry(git, worktree);
  if (entry === undefined) {
    return { kind: 'missing', knownAt: undefined, lockReason: undefined };
  }
  const { lockReason } = entry;
  const isAtHome = isSamePath(entry.path, path);
  if (await leadsTo(entry.path, entry.directory)) {
    return isAtHome ? { kind: 'there', lockReason } : { kind: 'moved', path: entry.path };
  }
  if (await isMislinked(path, entry)) {
    return { kind: 'broken', left: undefined };
  }
  const found = await searchMoved(worktree, entry);
  if (found !== undefined) {
    return { kind: 'moved', path: found };
  }
  const left = isAtHome ? await findLeft(path) : undefined;
  return left === undefined
    ? { kind: 'missing', knownAt: entry.path, lockReason }
    : { kind: 'broken', left };
}

/**
 * To be called before git runs in a worktree: an agent can link it with another repository, whose configuration runs
 * programs.
 * @throws {SessionError} `ILLEGAL_STATE` if the worktree is not in its place, or not linked with its repository.
 */
export async function requireThere(git: Git, worktree: Worktree): Promise<void> {
  if ((await locateWorktree(git, worktree)).kind !== 'there') {
    throw new SessionError(
      'ILLEGAL_STATE',
      `The worktree ${worktree.path} was moved or is no longer linked with its repository: repair it first.`,
    );
  }
}

/** The list's entry for `path`, however either path is written. */
export async function findListed(
  list: readonly ListedWorktree[],
  path: string,
): Promise<ListedWorktree | undefined> {
  const wanted = await resolvePhysical(path);
  const exact = list.find((entry) => entry.path === wanted || entry.path === path);
  return exact ?? list.find((entry) => pathKey(entry.path) === pathKey(wanted));
}

async function findEntry(
  git: Git,
  { path, repository, mark }: Worktree,
): Promise<WorktreeEntry | undefined> {
  const entries = await listEntries(git, repository);
  return mark === undefined
    ? entries.find((entry) => isSamePath(entry.path, path))
    : entries.find((entry) => entry.mark === mark);
}

/**
 * Whether the directory links to git's record, or git's record names the directory and its link leads
 * nowhere, as after the repository was moved.
 */
async function isMislinked(path: string, entry: WorktreeEntry): Promise<boolean> {
  const link = await readLink(path);
  return (
    link !== undefined &&
    (isSamePath(link, entry.directory) ||
      (isSamePath(entry.path, path) && (await stat(link).catch(() => undefined)) === undefined))
  );
}

/**
 * Searches beside its old place, and beside the directory of all worktrees, for a directory that
 * links to the entry.
 */
async function searchMoved(
  { path, repository }: Worktree,
  entry: WorktreeEntry,
): Promise<string | undefined> {
  const near = [dirname(path), dirname(dirname(path)), dirname(repository)];
  for (const directory of new Set(near)) {
    const names = await readdir(directory).catch(() => []);
    for (const name of names.slice(0, MAX_SEARCHED_DIRECTORIES)) {
      const candidate = join(directory, name);
      if (await leadsTo(candidate, entry.directory)) {
        return candidate;
      }
    }
  }
  return undefined;
}

/** What is in a directory without `.git`; undefined if it is empty, or has a `.git` of others. */
async function findLeft(path: string): Promise<readonly string[] | undefined> {
  const isDirectory = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
  const names = await namesIn(path);
  return isDirectory && names.length > 0 && !names.includes('.git') ? names : undefined;
}

/** The names in a directory, or the name of a file in its place; empty if nothing exists. */
export async function namesIn(path: string): Promise<readonly string[]> {
  const found = await lstat(path).catch(() => undefined);
  return found === undefined || found.isDirectory()
    ? readdir(path).catch(() => [])
    : [basename(path)];
}

/**
 * Requires that nothing exists in the place of a missing worktree, since git forgets one only then.
 * @throws {SessionError} `ILLEGAL_STATE` with the names of the files there, which are not touched.
 */
export async function requireVacant(path: string): Promise<void> {
  // Removed already, or it contains files of others.
  await rmdir(path).catch(() => undefined);
  const names = await namesIn(path);
  if (names.length > 0) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `Something else is where the worktree ${path} was (${formatNames(names)}): move it elsewhere, then try again.`,
    );
  }
}

type Removable = Extract<WorktreeLocation, { readonly kind: 'there' | 'missing' }>;

/**
 * @throws {SessionError} `ILLEGAL_STATE` for a worktree that is locked, or has to be repaired
 * first.
 */
export function requireRemovable({ path }: Worktree, location: WorktreeLocation): Removable {
  const refuse = (why: string): never => {
    throw new SessionError('ILLEGAL_STATE', `The worktree ${path} ${why}.`);
  };
  switch (location.kind) {
    case 'moved':
      return refuse(`was moved to ${location.path}: repair it first`);
    case 'broken':
      return refuse(
        location.left === undefined
          ? 'is no longer linked with its repository: repair it first'
          : `has lost its .git file, and something is still in it (${formatNames(location.left)}): repair it first, which changes no file, or move that elsewhere`,
      );
    case 'there':
    case 'missing': {
      const { lockReason } = location;
      return lockReason === undefined
        ? location
        : refuse(
            `is locked${lockReason === '' ? '' : ` (${lockReason})`}: run "git worktree unlock" on it first`,
          );
    }
  }
}
