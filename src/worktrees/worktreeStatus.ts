import type { Git } from './git/git';
import { findBases } from './git/knownBases';
import { isMergedInto } from './git/mergeState';
import { parseStatus, type GitStatus } from './git/parseStatus';
import type { Worktree } from './worktree';

/** How the work in a worktree stands. */
export interface WorktreeStatus {
  /** What is checked out now, such as `agent/fix`; undefined where the head is detached. */
  readonly branch: string | undefined;
  /** What that branch tracks, such as `origin/agent/fix`. */
  readonly upstream: string | undefined;
  /** Commits of the head that its base branch does not have, and the other way round. */
  readonly ahead: number;
  readonly behind: number;
  /** Files changed, added or deleted and not committed, and files that git does not know. */
  readonly changedFiles: number;
  readonly untrackedFiles: number;
  /** Commits of the head that neither a remote nor the base branch has. */
  readonly unpushedCommits: number;
  /** Whether all of the branch is in its base branch; false for a branch with nothing of its own. */
  readonly isMerged: boolean;
}

export async function readGitStatus(git: Git, path: string): Promise<GitStatus> {
  const args = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all'];
  return parseStatus(await git.read(path, args));
}

/**
 * Ahead and behind are against the branch that the worktree began at, or against what that
 * tracks if the head is nearer to it; where both are gone, against the commit. What counts
 * as merged: {@link isMergedInto}.
 */
export async function readWorktreeStatus(git: Git, worktree: Worktree): Promise<WorktreeStatus> {
  const { path } = worktree;
  const [{ head, ...status }, bases] = await Promise.all([
    readGitStatus(git, path),
    findBases(git, path, worktree),
  ]);
  const apart = head === undefined ? [] : await countApart(git, path, bases);
  const nearest = apart.reduce((a, b) => (b.ahead < a.ahead ? b : a), apart[0] ?? NOWHERE);
  const isMerged =
    head !== undefined && (await isMergedIntoAny(git, { worktree, head, bases: apart }));
  return {
    branch: status.branch,
    upstream: status.upstream,
    ahead: nearest.ahead,
    behind: nearest.behind,
    changedFiles: status.changed.length,
    untrackedFiles: status.untracked.length,
    unpushedCommits: head === undefined ? 0 : await countUnpushed(git, path, bases),
    isMerged,
  };
}

/** How far the head and a base are apart. */
interface Apart {
  readonly base: string;
  readonly ahead: number;
  readonly behind: number;
}

const NOWHERE: Apart = { base: '', ahead: 0, behind: 0 };

function countApart(git: Git, path: string, bases: readonly string[]): Promise<readonly Apart[]> {
  const count = async (base: string): Promise<Apart> => {
    const args = ['rev-list', '--left-right', '--count', `${base}...HEAD`];
    const [behind, ahead] = (await git.read(path, args)).trim().split('\t').map(Number);
    return { base, ahead: ahead ?? 0, behind: behind ?? 0 };
  };
  return Promise.all(bases.map(count));
}

async function countUnpushed(git: Git, path: string, bases: readonly string[]): Promise<number> {
  return Number(
    await git.read(path, ['rev-list', '--count', 'HEAD', '--not', '--remotes', ...bases]),
  );
}

async function isMergedIntoAny(
  git: Git,
  {
    worktree,
    head,
    bases,
  }: {
    readonly worktree: Worktree;
    readonly head: string;
    readonly bases: readonly Apart[];
  },
): Promise<boolean> {
  if (head === worktree.base) {
    return false;
  }
  for (const apart of bases) {
    if (await isMergedInto(git, worktree.path, { head, ...apart })) {
      return true;
    }
  }
  return false;
}
