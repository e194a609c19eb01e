import { SessionError } from '../base/errors';
import { findCommit, toRef } from './git/branches';
import type { Git } from './git/git';
import { describeLosses, inspectWorktree } from './inspectWorktree';
import { locateWorktree, requireVacant, requireRemovable } from './locateWorktree';
import { releaseDirectory } from './create/reserveNames';
import { beginStep, type Steps } from './create/steps';
import type { Worktree } from './worktree';
import { isSamePath } from './git/worktreeEntries';
import { listWorktrees } from './git/worktreeList';

export interface Removal extends Steps {
  readonly branch: 'keep' | 'delete';
  /** Removes the worktree even if work is lost. Otherwise that refuses. */
  readonly force?: boolean;
}

/**
 * Removes a worktree with its directory, and its branch if requested. A missing worktree is removed
 * from git's list.
 * @throws {SessionError} `ILLEGAL_STATE`, with nothing changed, for the main working tree, one that
 * is locked or was moved, and work that would be lost.
 */
export async function removeWorktree(
  git: Git,
  worktree: Worktree,
  removal: Removal,
): Promise<void> {
  beginStep(removal, `Looking at what is in ${worktree.path}`);
  requireOwnDirectory(worktree);
  const location = requireRemovable(worktree, await locateWorktree(git, worktree));
  const isThere = location.kind === 'there';
  if (!removal.force) {
    await requireNoLoss(git, worktree, { isThere, withBranch: removal.branch === 'delete' });
  }
  const knownAt = isThere ? worktree.path : location.knownAt;
  if (removal.branch === 'delete') {
    await requireNotElsewhere(git, worktree, knownAt);
  }
  if (!isThere && knownAt !== undefined) {
    await requireVacant(knownAt);
  }
  await removeDirectory(git, worktree, { ...removal, knownAt });
  if (removal.branch === 'delete') {
    await deleteBranch(git, worktree);
  }
}

/** Git has no entry for the main working tree, so nothing of it would be removed; this names the reason. */
function requireOwnDirectory({ path, repository }: Worktree): void {
  if (path === repository) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `${path} is the repository's own working tree and is never removed: choose a worktree of it.`,
    );
  }
}

async function requireNoLoss(
  git: Git,
  worktree: Worktree,
  { isThere, withBranch }: { readonly isThere: boolean; readonly withBranch: boolean },
): Promise<void> {
  const losses = await inspectWorktree(git, worktree, { isThere });
  const text = describeLosses(losses, { withBranch });
  if (text !== '') {
    throw new SessionError(
      'ILLEGAL_STATE',
      `The worktree ${worktree.path} has work that would be lost, ${text}: commit and push it first.`,
    );
  }
}

async function requireNotElsewhere(
  git: Git,
  { repository, branch }: Worktree,
  knownAt: string | undefined,
): Promise<void> {
  const list = await listWorktrees(git, repository);
  const other = list.find((entry) => entry.branch === toRef(branch) && !isAt(entry.path, knownAt));
  if (other !== undefined) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `The branch ${branch} is checked out in ${other.path} too: keep the branch, or check out another one there.`,
    );
  }
}

function isAt(path: string, other: string | undefined): boolean {
  return other !== undefined && isSamePath(path, other);
}

async function removeDirectory(
  git: Git,
  { path, repository }: Worktree,
  { knownAt, force, ...steps }: Removal & { readonly knownAt: string | undefined },
): Promise<void> {
  beginStep(steps, `Removing ${path}`);
  if (knownAt !== undefined) {
    // Not cancelled once begun, since half a worktree is useless. Also correct for a missing
    // worktree; "prune" would also remove others that are only temporarily inaccessible.
    await git.write(repository, ['worktree', 'remove', ...(force ? ['--force'] : []), knownAt]);
  }
  await releaseDirectory(path);
}

async function deleteBranch(git: Git, { repository, branch }: Worktree): Promise<void> {
  if ((await findCommit(git, repository, toRef(branch))) !== undefined) {
    await git.write(repository, ['branch', '--delete', '--force', branch]);
  }
}
