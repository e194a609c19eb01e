import { stat } from 'node:fs/promises';
import { SessionError } from '../../base/errors';
import type { Git } from '../git/git';
import { isSamePath, leadsTo, listEntries } from '../git/worktreeEntries';
import { listWorktrees } from '../git/worktreeList';
import { branchName } from './landing';

/**
 * The working tree that has checked out a branch; undefined if none has. A rebase or bisect is not listed; git refuses
 * to move its branch.
 * @throws {SessionError} `ILLEGAL_STATE` if several have, since only one of them could be moved with the branch; or if
 * it does not exist or is not linked with the repository.
 */
export async function findPlace(
  git: Git,
  repository: string,
  branch: string,
): Promise<string | undefined> {
  const places = (await listWorktrees(git, repository)).filter((one) => one.branch === branch);
  const [place, other] = places.map(({ path }) => path);
  if (place === undefined) {
    return undefined;
  }
  const name = branchName(branch);
  if (other !== undefined) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `${name} is checked out in ${place} and in ${other}, and only one of them could be moved with it: check out another branch in one.`,
    );
  }
  if ((await stat(place).catch(() => undefined)) === undefined) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `${name} is checked out in ${place}, which does not exist: restore it, or run "git worktree prune" in ${repository}.`,
    );
  }
  if (!(await isLinked(git, repository, place))) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `${name} is checked out in ${place}, which is no longer linked with ${repository}: run "git worktree repair" there.`,
    );
  }
  return place;
}

/** Whether git in the working tree uses the repository: another one's configuration would run programs. */
async function isLinked(git: Git, repository: string, place: string): Promise<boolean> {
  if (isSamePath(place, repository)) {
    return true;
  }
  const entries = await listEntries(git, repository);
  const entry = entries.find(({ path }) => isSamePath(path, place));
  return entry !== undefined && leadsTo(place, entry.directory);
}
