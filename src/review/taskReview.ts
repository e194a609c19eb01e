import * as z from 'zod';

/** The side of a diff: as the commit has the file, or as it is in the working tree. */
export type ReviewSide = 'original' | 'current';

/** A comment on lines of a file that a task has changed. */
export interface ReviewComment {
  readonly id: string;
  /** Below the root of the working tree, with `/`. */
  readonly path: string;
  readonly side: ReviewSide;
  /** The first line when it was written, from 1. */
  readonly line: number;
  /** How many lines it is on; undefined in an older entry: as many as it quotes. */
  readonly lines?: number | undefined;
  /** The first of the lines when it was written, at least one, each cut as `cutLine` does. */
  readonly quote: readonly string[];
  /** The line above them, cut in the same way; undefined at the top of the file. */
  readonly before?: string | undefined;
  /** The line below them, in the same way; undefined at the end of the file. */
  readonly after?: string | undefined;
  readonly text: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** `agent` and the label of the session whose agent wrote it; undefined: the person did. */
  readonly author?: string | undefined;
}

/** Comments that were sent in one prompt. */
export interface ReviewRound {
  /** From 1, within the task. */
  readonly number: number;
  /** The PTY id and the label of the session that got the prompt. */
  readonly session: string;
  readonly label: string;
  /** ISO 8601. */
  readonly sentAt: string;
  readonly prompt: string;
  readonly comments: readonly ReviewComment[];
  /** The changed files at that time, by path, with their fingerprints; absent once it is answered. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  readonly answer?: RoundAnswer | undefined;
}

/** What the agent did until it came to rest. */
export interface RoundAnswer {
  /** ISO 8601. */
  readonly at: string;
  /** Its last message; undefined if it could not be read. */
  readonly text?: string | undefined;
  /** The paths of the files that it changed after the prompt. */
  readonly changed: readonly string[];
  /** Whether it ended instead. */
  readonly ended?: true | undefined;
}

/** What is stored about the review of a task. */
export interface TaskReview {
  /** The drafts: comments that are not sent yet. */
  readonly comments: readonly ReviewComment[];
  /** Oldest first. */
  readonly rounds: readonly ReviewRound[];
  /** The files that are marked as reviewed, by path, with their fingerprints at that time. */
  readonly reviewed: Readonly<Record<string, string>>;
  /** The digest of the changes that the person looked at last; undefined: none yet. */
  readonly seen?: string | undefined;
}

export const EMPTY_REVIEW: TaskReview = { comments: [], rounds: [], reviewed: {} };

/** Whether the agent of a round came to rest after it, and did not end instead. */
export function isAnswered({ answer }: Pick<ReviewRound, 'answer'>): boolean {
  return answer !== undefined && answer.ended !== true;
}

/** How many lines a comment is on. */
export function countLines({ lines, quote }: Pick<ReviewComment, 'lines' | 'quote'>): number {
  return lines ?? quote.length;
}

// Loose: fields that a later version of the extension has added are kept.
const COMMENT = z.looseObject({
  id: z.string().min(1),
  path: z.string().min(1),
  side: z.enum(['original', 'current']),
  line: z.int().min(1),
  lines: z.int().min(1).optional(),
  quote: z.array(z.string()).min(1),
  before: z.string().optional(),
  after: z.string().optional(),
  text: z.string(),
  createdAt: z.string(),
  author: z.string().optional(),
});

const FINGERPRINTS = z.record(z.string(), z.string());

const ROUND = z.looseObject({
  number: z.int(),
  session: z.string(),
  label: z.string(),
  sentAt: z.string(),
  prompt: z.string(),
  comments: z.array(COMMENT),
  files: FINGERPRINTS.optional(),
  answer: z
    .looseObject({
      at: z.string(),
      text: z.string().optional(),
      changed: z.array(z.string()),
      ended: z.literal(true).optional(),
    })
    .optional(),
});

/** Parses what is stored about a task. */
export const TASK_REVIEW = z.looseObject({
  comments: z.array(COMMENT),
  rounds: z.array(ROUND),
  reviewed: FINGERPRINTS,
  seen: z.string().optional(),
});
