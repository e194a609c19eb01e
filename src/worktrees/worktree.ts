/** A git worktree in which a task works, as stored data. */
export interface Worktree {
  /** Its directory, without symbolic links. */
  readonly path: string;
  /**
   * Where the task's agents run: `path`, or the counterpart in it of the folder for which it was
   * created.
   */
  readonly cwd: string;
  /** The main working tree of its repository. */
  readonly repository: string;
  /**
   * The branch that was created for it, such as `agent/fix-login`. Another one may be checked out
   * now.
   */
  readonly branch: string;
  /** The commit at which its branch started. */
  readonly base: string;
  /** The branch whose tip that commit was, in full (`refs/heads/main`), if it was one's tip. */
  readonly baseBranch: string | undefined;
  /**
   * The mark in git's private directory for it that identifies it; none if it was created before
   * marks existed.
   */
  readonly mark?: string | undefined;
}
