/* Everything that depends on the size of a repository has a limit, and each limit a policy. */

/**
 * The time of a read-only git command, in milliseconds: the status of a large repository on a slow
 * disk. Policy: git is ended and the command fails.
 */
export const GIT_READ_LIMIT_MS = 60_000;

/**
 * The time of a changing git command, in milliseconds: a checkout of a very large repository, with
 * hooks. Policy: as above.
 */
export const GIT_WRITE_LIMIT_MS = 15 * 60_000;

/**
 * The time of a fetch before a worktree is created, in milliseconds. Policy: git is ended, and the
 * worktree begins at what is here.
 */
export const GIT_FETCH_LIMIT_MS = 60_000;

/** The output of git, in bytes: some hundred thousand names. Policy: as above. */
export const GIT_OUTPUT_BYTES = 64 * 1024 * 1024;

/**
 * Ignored files that are copied to a new worktree, and their bytes. Policy: the rest is left out,
 * with a notice.
 */
export const COPY_LIMITS = { files: 100_000, bytes: 4 * 1024 * 1024 * 1024 } as const;

/** Files copied at the same time. */
export const COPY_LANES = 8;

/**
 * Untracked files that are carried into another worktree, in bytes. Policy: more is refused, since
 * nothing may be lost silently.
 */
export const CARRY_LIMIT_BYTES = 1024 * 1024 * 1024;

/** Names in a sentence or an inspection. Policy: the rest is counted. */
export const MAX_NAMES = 10;

/**
 * Names that are tried for a new branch and directory: `fix`, `fix-2`, ... Policy: the creation
 * fails.
 */
export const MAX_NAME_TRIES = 1000;

/**
 * Commits of a branch and of its base since they parted that are compared to detect a merge.
 * Policy: beyond this, no merge is detected.
 */
export const MAX_COMPARED_COMMITS = 1000;

/**
 * Directories that are searched for a worktree that was moved. Policy: the rest is not searched.
 */
export const MAX_SEARCHED_DIRECTORIES = 1000;

/** The small files of git that link a worktree, in bytes. Policy: a larger one counts as missing. */
export const LINK_BYTES = 64 * 1024;

/**
 * Changed files in one answer, in which more are ten thousands of rows. Policy: the rest is counted,
 * with a notice. Untracked files beyond it have no count of lines.
 */
export const MAX_CHANGED_FILES = 10_000;

/**
 * A text that is compared line by line, in bytes. Policy: a larger file counts as binary, and git
 * does not load it.
 */
export const MAX_TEXT_BYTES = 10 * 1024 * 1024;

/** Changed files whose size and time are read. Policy: the rest has no stamp. */
export const MAX_STAMPED_FILES = 1000;

/** Files whose size and time, or whose contents, are read at the same time. */
export const READ_LANES = 8;

/** A file whose content is hashed, in bytes. Policy: of a larger one, size and time identify it. */
export const MAX_HASHED_BYTES = 50 * 1024 * 1024;
