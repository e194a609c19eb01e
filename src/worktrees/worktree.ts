/** A git worktree that a task works in. */
export interface Worktree {
  /** Its directory. */
  readonly path: string;
  /** The repository that it belongs to: the directory of its main working tree. */
  readonly repository: string;
  /** Undefined where its head is detached. */
  readonly branch: string | undefined;
  /** The commit that its branch began at. */
  readonly base: string;
}

/** How the work in a worktree stands. */
export interface WorktreeStatus {
  readonly branch: string | undefined;
  /** Commits of the branch that its base branch does not have, and the other way round. */
  readonly ahead: number;
  readonly behind: number;
  /** Files changed, added or deleted and not committed, and files that git does not know. */
  readonly changedFiles: number;
  readonly untrackedFiles: number;
  /** Commits that no remote has. */
  readonly unpushedCommits: number;
  /** Whether all of the branch is in its base branch; false for a branch with nothing of its own. */
  readonly isMerged: boolean;
}
