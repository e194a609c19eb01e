import { SessionError } from '../../base/errors';
import { findCommit, HEADS, REMOTES, toRef } from '../git/branches';
import { isAncestor } from '../git/commits';
import type { Git } from '../git/git';
import type { Worktree } from '../worktree';
import { findPlace } from './findPlace';
import { branchName, type Landing } from './landing';
import { moveBack } from './moveBranch';

/** What became of a landing whose end was not recorded. */
export type LandingFate = 'landed' | 'notLanded';

/**
 * Moves the branch back to where it was before the landing. The task's commits stay on the task's branch, which is
 * created again if it is gone.
 * @throws {SessionError} `ILLEGAL_STATE` if the branch has moved since or a remote has the landing, or with git's reason;
 * nothing is changed then.
 */
export async function undoLanding(
  git: Git,
  worktree: Worktree,
  { branch, from, head, to }: Landing,
): Promise<void> {
  const { repository } = worktree;
  const name = branchName(branch);
  const tip = await findCommit(git, repository, branch);
  if (tip !== to) {
    throw new SessionError(
      'ILLEGAL_STATE',
      tip === undefined
        ? `The landing cannot be undone, because ${name} does not exist any more.`
        : `The landing cannot be undone, because ${name} has gone on since: "git revert" takes its changes back.`,
    );
  }
  const [remote] = await listBranchesWith(git, repository, { commit: to, below: REMOTES });
  if (remote !== undefined) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `The landing cannot be undone, because ${remote.slice(REMOTES.length)} has it already: "git revert" takes its changes back.`,
    );
  }
  const place = await findPlace(git, repository, branch);
  await keepWork(git, worktree, { branch, head });
  await moveBack(git, repository, { branch, from: to, to: from, place });
}

/** The branches of a kind that contain a commit, in full. */
async function listBranchesWith(
  git: Git,
  repository: string,
  { commit, below }: { readonly commit: string; readonly below: string },
): Promise<readonly string[]> {
  const args = ['for-each-ref', '--format=%(refname)', `--contains=${commit}`, below];
  const text = await git.read(repository, args);
  return text.split('\n').filter((line) => line !== '');
}

/**
 * Without another branch, git would delete the task's commits after some weeks: the task's may have been deleted, or
 * amended since.
 */
async function keepWork(
  git: Git,
  { branch: own, repository }: Worktree,
  { branch, head }: Pick<Landing, 'branch' | 'head'>,
): Promise<void> {
  const holders = await listBranchesWith(git, repository, { commit: head, below: HEADS });
  if (holders.every((ref) => ref === branch)) {
    const isFree = (await findCommit(git, repository, toRef(own))) === undefined;
    const name = isFree ? own : `${own}-${head.slice(0, SHORT)}`;
    await git.write(repository, ['branch', '--no-track', name, head]);
  }
}

const SHORT = 7;

/** For a landing whose window closed meanwhile. */
export async function findFate(
  git: Git,
  repository: string,
  { branch, to }: Landing,
): Promise<LandingFate> {
  const tip = await findCommit(git, repository, branch);
  const isIn = tip !== undefined && (await isAncestor(git, repository, to, tip));
  return isIn ? 'landed' : 'notLanded';
}
