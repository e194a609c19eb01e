import { mkdir, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SessionError, toMessage } from '../../base/errors';
import { isErrno } from '../../base/isErrno';
import { findCommit, toRef } from '../git/branches';
import type { Git } from '../git/git';
import type { Names } from './worktreePlan';

/** Whoever gives up a worktree beside removes the empty directory around both. */
const MAX_DIRECTORY_TRIES = 10;

/** Where names are reserved, and for which commit. */
export interface Reservation {
  readonly repository: string;
  readonly commit: string;
}

/** In place of the old value: it must not exist. */
const NO_COMMIT = '';

/**
 * Makes the directory and the branch of the first names that are free. Either is made or
 * refused by one act of the system, so whoever else does the same gets other names.
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

/** Whether it was made, and is therefore ours; false if something is there. */
export async function makeDirectory(path: string): Promise<boolean> {
  for (let tries = MAX_DIRECTORY_TRIES; ; tries -= 1) {
    try {
      await mkdir(dirname(path), { recursive: true });
    } catch (error) {
      throw cannotMake(path, error);
    }
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

function cannotMake(path: string, cause: unknown): SessionError {
  return new SessionError(
    'BAD_REQUEST',
    `The worktree's directory ${path} cannot be created (${toMessage(cause)}): choose a place where you may write in the setting agentTerminals.worktree.directory.`,
    { cause },
  );
}

/** Removes a directory that was reserved, and the one around it, as far as they are empty. */
export async function releaseDirectory(path: string): Promise<void> {
  for (const directory of [path, dirname(path)]) {
    await rmdir(directory).catch(() => undefined); // Gone, or with something of others in it.
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
    // It failed for another reason: again, for git's words.
    await git.write(repository, args);
  }
  return false;
}
