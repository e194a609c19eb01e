/** A git worktree that a task works in: what is remembered of it, as plain data. */
export interface Worktree {
  /** Its directory, without symbolic links. */
  readonly path: string;
  /** Where the task's agents run: `path`, or the place in it of the folder that it was made for. */
  readonly cwd: string;
  /** The repository that it belongs to: the directory of its main working tree. */
  readonly repository: string;
  /** The branch that was made for it, such as `agent/fix-login`; another may be checked out by now. */
  readonly branch: string;
  /** The commit that its branch began at. */
  readonly base: string;
  /** The branch that this commit was the tip of, in full (`refs/heads/main`), if it was one's. */
  readonly baseBranch: string | undefined;
  /** What marks it as this very one, in git's directory for it; none if it was made before there were marks. */
  readonly mark?: string | undefined;
}
