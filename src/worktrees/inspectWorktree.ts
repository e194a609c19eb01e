import { findCommit, toRef } from './git/branches';
import { nameCommits, NOTHING, type Named } from './git/commits';
import type { Git } from './git/git';
import { findBases, readGitStatus } from './worktreeStatus';
import { MAX_NAMES } from './limits';
import { findCheckedOutSubmodules } from './git/repository';
import type { Worktree } from './worktree';

export interface WorktreeLosses {
  /** Files that differ from the last commit. */
  readonly uncommitted: Named;
  readonly untracked: Named;
  /**
   * Commits that neither a remote nor the base branch contains: `1a2b3c4 Fix the login`. They
   * remain on the branch.
   */
  readonly unpushed: Named;
  /** Commits on no branch, made with a detached head. They are lost even if the branch is kept. */
  readonly detached: Named;
  /** Submodules that are checked out there. Their own changes are not inspected. */
  readonly submodules: Named;
}

/**
 * Inspects a worktree before its removal. `isThere: false`: its directory is gone, so only commits
 * are inspected.
 */
export async function inspectWorktree(
  git: Git,
  worktree: Worktree,
  found: { readonly isThere: boolean },
): Promise<WorktreeLosses> {
  const { path, repository, branch } = worktree;
  const bases = await findBases(git, repository, worktree);
  const tip = await findCommit(git, repository, toRef(branch));
  const unpushed =
    tip === undefined
      ? NOTHING
      : await nameCommits(git, repository, [tip, '--not', '--remotes', ...bases]);
  if (!found.isThere) {
    return { ...LOST_NOTHING, unpushed };
  }
  const status = await readGitStatus(git, path);
  const isDetached = status.head !== undefined && status.branch === undefined;
  const everywhere = ['HEAD', '--not', '--branches', '--remotes', '--tags'];
  return {
    uncommitted: nameFirst(status.changed),
    untracked: nameFirst(status.untracked),
    unpushed,
    detached: isDetached ? await nameCommits(git, path, everywhere) : NOTHING,
    submodules: nameFirst(await findCheckedOutSubmodules(git, path)),
  };
}

const LOST_NOTHING: WorktreeLosses = {
  uncommitted: NOTHING,
  untracked: NOTHING,
  unpushed: NOTHING,
  detached: NOTHING,
  submodules: NOTHING,
};

/** What is lost with the directory, whether or not the branch is kept; empty: nothing. */
export function describeLosses(
  losses: WorktreeLosses,
  { withBranch }: { readonly withBranch: boolean },
): string {
  const parts: readonly (readonly [Named, string, string])[] = [
    [losses.uncommitted, 'uncommitted file', 'uncommitted files'],
    [losses.untracked, 'untracked file', 'untracked files'],
    [losses.detached, 'commit on no branch', 'commits on no branch'],
    [losses.submodules, 'checked-out submodule', 'checked-out submodules'],
    [withBranch ? losses.unpushed : NOTHING, 'unpushed commit', 'unpushed commits'],
  ];
  return parts
    .filter(([{ count }]) => count > 0)
    .map(([{ count, names }, one, many]) => {
      const shown = names.slice(0, SHOWN_NAMES).join(', ');
      const more = count > SHOWN_NAMES ? ', ...' : '';
      return `${count} ${count === 1 ? one : many} (${shown}${more})`;
    })
    .join(', ');
}

/** How many names a sentence contains; the caller has more. */
const SHOWN_NAMES = 3;

function nameFirst(names: readonly string[]): Named {
  return { count: names.length, names: names.slice(0, MAX_NAMES) };
}
