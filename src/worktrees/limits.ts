/*
 * What depends on the size of a repository has a limit, and each limit a policy.
 */

/** A question to git, in milliseconds: the status of a large repository on a slow disk. Policy: git is ended, the question fails. */
export const GIT_READ_LIMIT_MS = 60_000;

/** A change by git, in milliseconds: a checkout of a very large repository, and its hooks. Policy: as above. */
export const GIT_WRITE_LIMIT_MS = 15 * 60_000;

/** What git prints, in bytes: some hundred thousand names. Policy: as above. */
export const GIT_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Ignored files that a new worktree is given, and their bytes. Policy: the rest is left out, with a notice. */
export const COPY_LIMITS = { files: 100_000, bytes: 4 * 1024 * 1024 * 1024 } as const;

/** Files copied at once. */
export const COPY_LANES = 8;

/** Untracked files that are carried into another worktree, in bytes. Policy: more than that is refused, as nothing may be lost unsaid. */
export const CARRY_LIMIT_BYTES = 1024 * 1024 * 1024;

/** Names that a sentence or an inspection lists. Policy: the rest is counted. */
export const MAX_NAMES = 10;

/** Names that are tried for a new branch and directory: `fix`, `fix-2`, ... Policy: then it fails. */
export const MAX_NAME_TRIES = 1000;

/** Commits of a branch and of its base since they parted that are compared, to tell whether it was merged. Policy: of more it is not told. */
export const MAX_COMPARED_COMMITS = 1000;

/** Directories that are looked through for a worktree that was moved. Policy: the rest is not. */
export const MAX_SEARCHED_DIRECTORIES = 1000;
