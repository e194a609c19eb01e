import type { ReviewComment, ReviewRound } from '../../../review/taskReview';
import type { Task } from '../../../tasks/task';
import type { ReviewFacts } from '../conversationFacts';

/** The rows of a task's review: its comments that are not sent, and its rounds. */
export type CommentNode = {
  readonly id: string;
  readonly folder: string;
  readonly task: string;
} & (
  | { readonly kind: 'comments' }
  | { readonly kind: 'comment'; readonly comment: string }
  | { readonly kind: 'round'; readonly round: number }
);

export type CommentContent =
  | {
      readonly kind: 'comments';
      readonly task: Task;
      readonly drafts: number;
      readonly last: ReviewRound | undefined;
    }
  | { readonly kind: 'comment'; readonly comment: ReviewComment }
  | { readonly kind: 'round'; readonly round: ReviewRound };

interface CommentEntry {
  readonly node: CommentNode;
  readonly content: CommentContent;
  readonly parentId: string;
  readonly children: readonly CommentEntry[];
}

/** Returns the row of a task's review with its drafts and its rounds, newest first; none without any. */
export function buildCommentRows(
  task: Task,
  { comments, rounds }: Pick<ReviewFacts, 'comments' | 'rounds'>,
  parentId: string,
): readonly CommentEntry[] {
  if (comments.length + rounds.length === 0) {
    return [];
  }
  const id = `comments:${task.id}`;
  const owner = { folder: task.folder, task: task.id };
  const drafts = comments.map((comment): CommentEntry => ({
    node: { kind: 'comment', id: `comment:${comment.id}`, ...owner, comment: comment.id },
    content: { kind: 'comment', comment },
    parentId: id,
    children: [],
  }));
  const sent = rounds.toReversed().map((round): CommentEntry => ({
    node: { kind: 'round', id: `round:${task.id}:${round.number}`, ...owner, round: round.number },
    content: { kind: 'round', round },
    parentId: id,
    children: [],
  }));
  return [
    {
      node: { kind: 'comments', id, ...owner },
      content: { kind: 'comments', task, drafts: comments.length, last: rounds.at(-1) },
      parentId,
      children: [...drafts, ...sent],
    },
  ];
}
