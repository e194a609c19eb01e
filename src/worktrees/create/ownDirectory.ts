import { lstat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { SessionError } from '../../base/errors';
import { resolvePhysical } from '../paths';

/** The mode bits with which a group and everybody may write. */
const GROUP_WRITES = 0o020;
const ALL_WRITE = 0o002;

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

/** How another user could replace what is in the directory, as the end of a sentence. */
async function findProblem(directory: string): Promise<string | undefined> {
  const found = await lstat(directory).catch(() => undefined);
  // Windows has no such modes.
  if (found === undefined || process.getuid === undefined) {
    return undefined;
  }
  if (!found.isDirectory()) {
    return found.isSymbolicLink() ? 'is a link' : 'is not a directory';
  }
  if (found.uid !== process.getuid()) {
    return 'belongs to another user';
  }
  // Many systems give each user a group of the user's own, and let it write by default.
  const isShared = found.gid !== process.getgid?.() && (found.mode & GROUP_WRITES) !== 0;
  return isShared || (found.mode & ALL_WRITE) !== 0 ? 'can be changed by other users' : undefined;
}
