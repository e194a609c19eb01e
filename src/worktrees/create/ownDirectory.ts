import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { SessionError } from '../../base/errors';
import { resolvePhysical } from '../paths';

/** The mode bits with which a group and everybody may write. */
const GROUP_WRITES = 0o020;
const ALL_WRITE = 0o002;
/** With it, only their owner may replace the files in a directory. */
const STICKY = 0o1000;

/** A directory for worktrees that only the person can change, and what the person should know about it. */
export interface OwnDirectory {
  readonly directory: string;
  readonly notices: readonly string[];
}

/**
 * Returns `directory`, or a directory below `fallback` if another user could replace what is in it: the
 * files of a worktree are run. Neither needs to exist.
 * @throws {SessionError} `BAD_REQUEST` if another user could do that in both.
 */
export async function chooseOwnDirectory(
  directory: string,
  fallback: string,
): Promise<OwnDirectory> {
  const problem = await findProblem(directory);
  if (problem === undefined) {
    return { directory, notices: [] };
  }
  const other = await resolvePhysical(join(fallback, basename(directory)));
  await requireOwnDirectory(other);
  const notice = `${directory} ${problem}, so the worktree was created in ${other}: ${CHOOSE}.`;
  return { directory: other, notices: [notice] };
}

/** @throws {SessionError} `BAD_REQUEST` if another user could replace what is in the directory. */
export async function requireOwnDirectory(directory: string): Promise<void> {
  const problem = await findProblem(directory);
  if (problem !== undefined) {
    throw new SessionError('BAD_REQUEST', `${directory} ${problem}: ${CHOOSE}.`);
  }
}

const CHOOSE =
  'choose a directory that only you can change in the setting agentTerminals.worktree.directory';

const ANOTHER = 'belongs to another user';
const CHANGEABLE = 'can be changed by other users';

/** How another user could replace what is in the directory, as the end of a sentence. */
async function findProblem(directory: string): Promise<string | undefined> {
  // Windows has no such modes.
  if (process.getuid === undefined) {
    return undefined;
  }
  const found = await find(directory);
  const own = found && describeOwn(found, process.getuid());
  return own ?? findProblemAbove(directory, [process.getuid(), ...(await rootUsers())]);
}

function describeOwn(found: Stats, person: number): string | undefined {
  if (!found.isDirectory()) {
    return found.isSymbolicLink() ? 'is a link' : 'is not a directory';
  }
  if (found.uid !== person) {
    return ANOTHER;
  }
  return isOpen(found) ? CHANGEABLE : undefined;
}

/** Who may change a directory can replace those in it, unless it is sticky: then only an owner can. */
async function findProblemAbove(
  directory: string,
  trusted: readonly number[],
): Promise<string | undefined> {
  const parent = dirname(directory);
  const physical = await resolvePhysical(parent);
  for (const above of new Set([...listUpwards(parent), ...listUpwards(physical)])) {
    const found = await find(above);
    const problem = found && describeAbove(found, trusted);
    if (problem !== undefined) {
      return `is in ${above}, which ${problem}`;
    }
  }
  return undefined;
}

function describeAbove(found: Stats, trusted: readonly number[]): string | undefined {
  if (!trusted.includes(found.uid)) {
    return ANOTHER;
  }
  // The mode of a link has no meaning.
  const isSafe = found.isSymbolicLink() || (found.mode & STICKY) !== 0;
  return isOpen(found) && !isSafe ? CHANGEABLE : undefined;
}

function isOpen({ gid, mode }: Stats): boolean {
  // Many systems give each user a group of the user's own, and let it write by default.
  const isShared = gid !== process.getgid?.() && (mode & GROUP_WRITES) !== 0;
  return isShared || (mode & ALL_WRITE) !== 0;
}

function listUpwards(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...listUpwards(parent)];
}

/**
 * The ids that root has here. In a sandbox with its own users, as of Flatpak, root's files have the id of nobody; those
 * below `/proc/sys` are always root's.
 */
async function rootUsers(): Promise<readonly number[]> {
  const found = await find('/proc/sys');
  return found === undefined ? [0] : [0, found.uid];
}

function find(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(() => undefined);
}
