import type { Git } from './git/git';
import { findBases } from './git/knownBases';
import { isMergedInto } from './git/mergeState';
import { parseStatus, type GitStatus } from './git/parseStatus';
import type { Worktree } from './worktree';

/** The state of the work in a worktree. */
export interface WorktreeStatus {
  /** The branch that is checked out, such as `agent/fix`; undefined if the head is detached. */
  readonly branch: string | undefined;
  /** The upstream of that branch, such as `origin/agent/fix`. */
  readonly upstream: string | undefined;
  /** Commits of the head that its base branch does not have, and the reverse. */
  readonly ahead: number;
  readonly behind: number;
  /** Files that are changed, added or deleted and not committed, and untracked files. */
  readonly changedFiles: number;
  readonly untrackedFiles: number;
  /** Commits of the head that neither a remote nor the base branch has. */
  readonly unpushedCommits: number;
  /**
   * Whether the base branch contains all of the branch; false for a branch without commits of its
   * own.
   */
  readonly isMerged: boolean;
}

export async function readGitStatus(git: Git, path: string): Promise<GitStatus> {
  const args = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all'];
  return parseStatus(await git.read(path, args));
}

/**
 * Ahead and behind compare with the branch at which the worktree started, or with its upstream if
 * the head is nearer to it; if neither exists, with the start commit. For merges, see
 * {@link isMergedInto}.
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

/** The distance between the head and a base. */
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
