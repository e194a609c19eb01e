import { mkdir, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SessionError, toMessage } from '../../base/errors';
import { isErrno } from '../../base/isErrno';
import { findCommit, toRef } from '../git/branches';
import type { Git } from '../git/git';
import { requireOwnDirectory } from './ownDirectory';
import type { Names } from './worktreePlan';

/**
 * A retry is needed because another window that gives up a worktree beside this one removes the
 * empty parent directory.
 */
const MAX_DIRECTORY_TRIES = 10;

interface Reservation {
  readonly repository: string;
  readonly commit: string;
}

/** The expected old value of the ref: it must not exist. */
const NO_COMMIT = '';

/**
 * Creates the directory and the branch of the first free names. Each is created by one atomic
 * operation, so a concurrent caller gets other names.
 */
export async function reserveNames(
  git: Git,
  candidates: Iterable<Names>,
  reservation: Reservation,
): Promise<Names> {
  for (const names of candidates) {
    if (!(await makeDirectory(names.path))) {
      continue;
    }
    const isMade = await makeBranch(git, names.branch, reservation).catch(
      async (error: unknown) => {
        await releaseDirectory(names.path);
        throw error;
      },
    );
    if (isMade) {
      return names;
    }
    await releaseDirectory(names.path);
  }
  throw new SessionError(
    'ILLEGAL_STATE',
    `No name is free for a worktree of ${reservation.repository}: give the task another name.`,
  );
}

/** Returns whether the directory was created; false if something exists there. */
export async function makeDirectory(path: string): Promise<boolean> {
  for (let tries = MAX_DIRECTORY_TRIES; ; tries -= 1) {
    await makeParent(path);
    try {
      await mkdir(path);
      return true;
    } catch (error) {
      if (isErrno(error, 'EEXIST')) {
        return false;
      }
      if (!isErrno(error, 'ENOENT') || tries === 1) {
        throw cannotMake(path, error);
      }
    }
  }
}

/** Creates the directory of all worktrees, in which no other user may write, whatever the umask is. */
async function makeParent(path: string): Promise<void> {
  const parent = dirname(path);
  try {
    await mkdir(dirname(parent), { recursive: true });
    await mkdir(parent, 0o755).catch((error: unknown) => {
      if (!isErrno(error, 'EEXIST')) {
        throw error;
      }
    });
  } catch (error) {
    throw cannotMake(path, error);
  }
  await requireOwnDirectory(parent);
}

function cannotMake(path: string, cause: unknown): SessionError {
  return new SessionError(
    'BAD_REQUEST',
    `The worktree's directory ${path} cannot be created (${toMessage(cause)}): choose a place where you may write in the setting agentTerminals.worktree.directory.`,
    { cause },
  );
}

export async function releaseDirectory(path: string): Promise<void> {
  for (const directory of [path, dirname(path)]) {
    // Removed already, or it contains files of others.
    await rmdir(directory).catch(() => undefined);
  }
}

async function makeBranch(
  git: Git,
  branch: string,
  { repository, commit }: Reservation,
): Promise<boolean> {
  const why = `branch: Created from ${commit}`;
  const args = ['update-ref', '-m', why, toRef(branch), commit, NO_COMMIT];
  const { code } = await git.attempt(repository, args);
  if (code === 0) {
    return true;
  }
  if ((await findCommit(git, repository, toRef(branch))) === undefined) {
    // It failed for another reason: repeat the command to throw git's message.
    await git.write(repository, args);
  }
  return false;
}
