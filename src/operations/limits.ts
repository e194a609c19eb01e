/** Maximum time limit of a call, in milliseconds: a day. Policy: a longer one is refused. */
export const MAX_TIMEOUT_MS = 24 * 60 * 60 * 1000;

/** Default time limit of a call that waits, in milliseconds: ten minutes. */
export const WAIT_MS = 10 * 60 * 1000;

/** Maximum forks of one call: the highest limit of sessions. Policy: a call whose forks do not fit fails. */
export const MAX_FORKS = 1024;

/**
 * Maximum characters of a last answer for a program. Policy: the rest is left out, and a sentence
 * states that.
 */
export const LAST_ANSWER_CHARS = 1024 * 1024;
