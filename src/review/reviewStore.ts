import type { Clock } from '../base/clock';
import { mapFormat, SharedFile, type FileFormat } from '../tasks/sharedFile';
import { SharedState } from '../tasks/sharedState';
import { MAX_ROUNDS, MAX_ROUNDS_CHARS } from './limits';
import {
  EMPTY_REVIEW,
  TASK_REVIEW,
  type ReviewComment,
  type ReviewRound,
  type RoundAnswer,
  type TaskReview,
} from './taskReview';

/** A round whose number is given as it is stored, since another window may have added one. */
export type UnnumberedRound = Omit<ReviewRound, 'number'>;

/** By task id. */
type ReviewMap = ReadonlyMap<string, TaskReview>;

export type ReviewChange = { readonly task: string } & (
  | { readonly kind: 'putComment'; readonly comment: ReviewComment }
  | { readonly kind: 'removeComment'; readonly id: string }
  /** Adds a round with the next number, and removes its comments from the drafts, apart from those edited meanwhile. */
  | { readonly kind: 'addRound'; readonly round: UnnumberedRound }
  /** The first answer stays. */
  | { readonly kind: 'answerRound'; readonly number: number; readonly answer: RoundAnswer }
  | { readonly kind: 'mark'; readonly path: string; readonly fingerprint: string }
  /** With a fingerprint: only if the mark still has that one. */
  | { readonly kind: 'unmark'; readonly path: string; readonly fingerprint: string | undefined }
  | { readonly kind: 'see'; readonly seen: string }
  | { readonly kind: 'remove' }
);

/** `reviews.json`: comments, rounds and marks of all tasks, which all windows share. */
export class ReviewStore extends SharedState<ReviewMap, ReviewChange> {
  constructor(directory: string, clock: Clock) {
    super(new SharedFile(directory, REVIEW_FILE, clock), applyReviewChange);
  }

  get(taskId: string): TaskReview {
    return this.value.get(taskId) ?? EMPTY_REVIEW;
  }
}

export function applyReviewChange(map: ReviewMap, change: ReviewChange): ReviewMap {
  const changed = new Map(map);
  if (change.kind === 'remove') {
    changed.delete(change.task);
    return changed;
  }
  return changed.set(change.task, applyTo(map.get(change.task) ?? EMPTY_REVIEW, change));
}

function applyTo(
  review: TaskReview,
  change: Exclude<ReviewChange, { readonly kind: 'remove' }>,
): TaskReview {
  const { comments, reviewed, rounds } = review;
  switch (change.kind) {
    case 'putComment': {
      const { comment } = change;
      const isKnown = comments.some(({ id }) => id === comment.id);
      const replaced = comments.map((one) => (one.id === comment.id ? comment : one));
      return { ...review, comments: isKnown ? replaced : [...comments, comment] };
    }
    case 'removeComment':
      return { ...review, comments: comments.filter(({ id }) => id !== change.id) };
    case 'addRound': {
      const sent = new Map(change.round.comments.map(({ id, text }) => [id, text]));
      return {
        ...review,
        comments: comments.filter(({ id, text }) => sent.get(id) !== text),
        rounds: cutRounds([
          ...rounds,
          { ...change.round, number: (rounds.at(-1)?.number ?? 0) + 1 },
        ]),
      };
    }
    case 'answerRound':
      return {
        ...review,
        rounds: cutRounds(
          rounds.map(({ files, ...round }) =>
            round.number === change.number && !round.answer
              ? { ...round, answer: change.answer }
              : { ...round, ...(files && { files }) },
          ),
        ),
      };
    case 'mark': {
      const { path, fingerprint } = change;
      return { ...review, reviewed: { ...reviewed, [path]: fingerprint } };
    }
    case 'unmark': {
      const { path, fingerprint } = change;
      const isOther = fingerprint !== undefined && reviewed[path] !== fingerprint;
      const others = Object.entries(reviewed).filter(([one]) => one !== path);
      return isOther ? review : { ...review, reviewed: Object.fromEntries(others) };
    }
    case 'see':
      return { ...review, seen: change.seen };
  }
}

/** Removes the oldest rounds beyond the limits. */
function cutRounds(rounds: readonly ReviewRound[]): readonly ReviewRound[] {
  let chars = 0;
  const isOver = (round: ReviewRound): boolean =>
    (chars += JSON.stringify(round).length) > MAX_ROUNDS_CHARS;
  const kept = rounds.slice(-MAX_ROUNDS);
  const last = kept.findLastIndex((round, index) => isOver(round) && index < kept.length - 1);
  return kept.slice(last + 1);
}

const REVIEW_FILE: FileFormat<ReviewMap> = {
  name: 'reviews.json',
  title: 'The list of review comments',
  ...mapFormat<TaskReview>('reviews', (_, entry) => TASK_REVIEW.safeParse(entry).data),
};
