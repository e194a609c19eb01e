import { requireSuccess, type Git } from '../git/git';
import { requireThere } from '../locateWorktree';
import type { Worktree } from '../worktree';
import { isMerging } from './prepareCommit';

/** A merge that waits in a working tree for its commit. */
export interface WaitingMerge {
  readonly root: string;
  /** Those with conflicts, below the root. */
  readonly files: readonly string[];
}

/**
 * Merges a commit in a task's worktree, and leaves it to be committed.
 * @throws {SessionError} `ILLEGAL_STATE` with git's message, such as for changed files that the merge would overwrite.
 */
export async function mergeInto(
  git: Git,
  worktree: Worktree,
  commit: string,
): Promise<WaitingMerge> {
  const { path } = worktree;
  await requireThere(git, worktree);
  const args = ['merge', '--no-commit', '--no-ff', '--no-autostash', commit];
  const answer = await git.attempt(path, args);
  const unmerged = ['diff', '--name-only', '--diff-filter=U', '-z'];
  const files = (await git.read(path, unmerged)).split('\0').filter((file) => file !== '');
  // A conflict of something else refuses the merge.
  if (files.length === 0 || !(await isMerging(git, path))) {
    requireSuccess(path, args, answer);
  }
  return { root: path, files };
}
