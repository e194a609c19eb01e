/** Maximum comments of a task that are not sent yet. Policy: a further one is refused. */
export const MAX_COMMENTS = 1000;

/** Of these, those that agents wrote. Policy: as above. */
export const MAX_AGENT_COMMENTS = 200;

/** Maximum characters of all of them as JSON, with their quotations. Policy: as above. */
export const MAX_DRAFT_CHARS = 500_000;

/** Maximum characters of a comment. Policy: a longer one is refused. */
export const MAX_COMMENT_CHARS = 10_000;

/** Maximum lines of a comment that are stored, and characters of each. Policy: the rest is left out. */
export const MAX_QUOTE_LINES = 20;
export const MAX_QUOTE_CHARS = 300;

/** Maximum rounds of a task. Policy: the oldest is removed. */
export const MAX_ROUNDS = 50;

/** Maximum characters of all rounds of a task as JSON. Policy: the oldest are removed; the newest stays. */
export const MAX_ROUNDS_CHARS = 1_000_000;

/** Maximum characters of an agent's answer to a round. Policy: the rest is left out. */
export const MAX_ANSWER_CHARS = 20_000;

/** Maximum files whose contents are remembered with a round. Policy: changes of others are not noticed. */
export const MAX_ROUND_FILES = 1000;

/** The time of a run of GitHub CLI, in milliseconds. Policy: it is ended, and the run has failed. */
export const GH_LIMIT_MS = 20_000;

/** The output of GitHub CLI, in bytes. Policy: as above. */
export const GH_OUTPUT_BYTES = 1024 * 1024;

/** Characters of a pull request's description. GitHub takes no more. Policy: more is refused. */
export const MAX_BODY_CHARS = 65_536;

/** Commits that the description of a pull request lists at first. Policy: the rest is counted. */
export const MAX_LISTED_COMMITS = 100;
