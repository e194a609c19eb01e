import { SessionError } from '../../base/errors';
import { findCommit } from '../git/branches';
import type { Git } from '../git/git';
import { findBases } from '../worktreeStatus';
import type { Worktree } from '../worktree';

/** The commit with which a working tree is compared. */
export interface Since {
  readonly commit: string;
  /** A sentence, if it is not the one that is expected. */
  readonly notice?: string;
}

/**
 * Where `head`, the commit that is checked out, left its base branch or that branch's upstream, whichever is
 * nearer; otherwise the commit at which the worktree started, with a notice.
 * @throws {SessionError} `ILLEGAL_STATE` if the repository has neither.
 */
export async function findSince(
  git: Git,
  worktree: Worktree,
  head: string | undefined,
): Promise<Since> {
  const { path, base, baseBranch } = worktree;
  const bases = await findBases(git, path, worktree);
  // With several bases: the nearest commit that any of them has.
  const fork =
    head === undefined || bases.length === 0
      ? undefined
      : await git.findLine(path, ['merge-base', head, ...bases]);
  const start = 'compared with the commit at which the worktree started';
  if (fork !== undefined) {
    const isDeleted = baseBranch !== undefined && !bases.includes(baseBranch);
    return isDeleted
      ? { commit: fork, notice: `The branch ${baseBranch} no longer exists: ${start}.` }
      : { commit: fork };
  }
  if ((await findCommit(git, path, base)) === undefined) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `The changes in ${path} cannot be shown, because the repository has neither its base branch nor the commit ${base} at which it started: fetch one of them.`,
    );
  }
  const name = baseBranch ?? base;
  const why = `What is checked out has no commit in common with ${name} here, as in a shallow clone`;
  return { commit: base, notice: `${why}: ${start}.` };
}
