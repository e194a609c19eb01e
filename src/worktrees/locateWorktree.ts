import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Git } from './git/git';
import { MAX_SEARCHED_DIRECTORIES } from './limits';
import { pathKey, resolvePhysical } from './paths';
import { namesIn } from './create/vacancy';
import type { Worktree } from './worktree';
import {
  isSamePath,
  leadsTo,
  listEntries,
  readLink,
  type WorktreeEntry,
} from './git/worktreeEntries';
import type { ListedWorktree } from './git/worktreeList';

/** Where a worktree is, by the disk and by what git knows of it. */
export type WorktreeLocation =
  | { readonly kind: 'there'; readonly lockReason: string | undefined }
  /** Its directory is where it was, and its link with git is not what it was: repair mends that. */
  | {
      readonly kind: 'broken';
      /** What is in the directory, where its `.git` file is gone altogether. */
      readonly left: readonly string[] | undefined;
    }
  /** It was moved there; repair takes the new place over. */
  | { readonly kind: 'moved'; readonly path: string }
  /** Gone. */
  | {
      readonly kind: 'missing';
      /** Where git still believes it; undefined if git has forgotten it. */
      readonly knownAt: string | undefined;
      readonly lockReason: string | undefined;
    };

/**
 * Compares what is remembered of a worktree with the disk and with what git keeps of it. Another
 * worktree is never taken for it, be it on its branch or in its place; one that was made before
 * worktrees were marked goes by its place alone.
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

/** The entry of a list that is for `path`, whichever way either is written. */
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
 * Whether the directory is linked with what git keeps of it, but not the other way round, or with
 * nothing at all, as after its repository was moved.
 */
async function isMislinked(path: string, entry: WorktreeEntry): Promise<boolean> {
  const link = await readLink(path);
  return (
    link !== undefined &&
    (isSamePath(link, entry.directory) ||
      (isSamePath(entry.path, path) && (await stat(link).catch(() => undefined)) === undefined))
  );
}

/** Looks beside where it was, and beside the directory of all worktrees, for what is linked with the entry. */
async function searchMoved(
  { path, repository }: Worktree,
  entry: WorktreeEntry,
): Promise<string | undefined> {
  const near = [dirname(path), dirname(dirname(path)), dirname(repository)];
  for (const directory of new Set(near)) {
    const names = await readdir(directory).catch(() => []);
    for (const name of names.slice(0, MAX_SEARCHED_DIRECTORIES)) {
      const candidate = join(directory, name);
      if (candidate !== path && (await leadsTo(candidate, entry.directory))) {
        return candidate;
      }
    }
  }
  return undefined;
}

/** What is in a directory that has no `.git` any more; undefined if that is nothing, or a `.git` of others. */
async function findLeft(path: string): Promise<readonly string[] | undefined> {
  const isDirectory = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
  const names = await namesIn(path);
  return isDirectory && names.length > 0 && !names.includes('.git') ? names : undefined;
}
