import { isDeepStrictEqual } from 'node:util';
import type { PlacedComment } from '../../review/formatReview';
import {
  isAnswered,
  type ReviewComment,
  type ReviewRound,
  type TaskReview,
} from '../../review/taskReview';

/** Comments on the same lines, as an editor shows them. */
export interface ThreadPlan {
  /** The same while the lines of the thread move, so that it is updated in place. */
  readonly key: string;
  /** Below the root, now. */
  readonly path: string;
  readonly side: ReviewComment['side'];
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
  readonly label: string;
  /** Drafts can be changed. */
  readonly kind: 'draft' | 'sent';
  readonly isAnswered: boolean;
  readonly comments: readonly ReviewComment[];
}

interface ThreadRange {
  /** From 0. */
  readonly start: { readonly line: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** A comment that is shown, and its round; a draft has none. */
export interface ShownComment {
  readonly comment: ReviewComment;
  readonly round: ReviewRound | undefined;
}

/** The drafts and the comments of the last round: earlier ones are in their rounds' pages. */
export function listShown({ comments, rounds }: TaskReview): readonly ShownComment[] {
  const last = rounds.at(-1);
  return [
    ...comments.map((comment) => ({ comment, round: undefined })),
    ...(last?.comments ?? []).map((comment) => ({ comment, round: last })),
  ];
}

/** Groups comments by their lines. Those whose file is not there have no thread. */
export function planThreads(
  shown: readonly ShownComment[],
  placed: ReadonlyMap<string, PlacedComment>,
): readonly ThreadPlan[] {
  const threads = new Map<string, ThreadPlan>();
  for (const { comment, round } of shown) {
    const { located, path } = placed.get(comment.id) ?? {};
    if (path === undefined || !located) {
      continue;
    }
    const { line, endLine, isOutdated } = located;
    const state = round ? `round ${round.number}` : 'draft';
    const lines = [comment.side, path, line, endLine, isOutdated, state].join(' ');
    const known = threads.get(lines);
    threads.set(lines, {
      ...{ path, line, endLine, side: comment.side },
      key: known?.key ?? `${state} ${comment.id}`,
      label: describeThread(round, isOutdated),
      kind: round ? 'sent' : 'draft',
      isAnswered: round !== undefined && isAnswered(round),
      comments: [...(known?.comments ?? []), comment],
    });
  }
  return [...threads.values()];
}

/** The lines of an editor's range, from 1. One that ends before the first character of a line excludes that line. */
export function linesOf({ end, start }: ThreadRange): Pick<ThreadPlan, 'line' | 'endLine'> {
  const isBefore = end.character === 0 && end.line > start.line;
  return { line: start.line + 1, endLine: isBefore ? end.line : end.line + 1 };
}

/** Whether a thread has only moved to other lines. */
export function hasMoved(before: ThreadPlan, { line, endLine, ...now }: ThreadPlan): boolean {
  return isDeepStrictEqual({ ...before, line, endLine }, { ...now, line, endLine });
}

function describeThread(round: ReviewRound | undefined, isOutdated: boolean): string {
  const state = !round
    ? 'Draft'
    : `Review ${round.number}: ${isAnswered(round) ? 'answered' : 'sent'}`;
  return isOutdated ? `${state}, outdated: these lines have changed` : state;
}
