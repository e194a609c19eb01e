import * as z from 'zod';
import { TASK } from '../fields';
import { defineOperation } from '../operation';
import { FOREIGN_TEXT } from '../views/foreignText';
import { quote } from '../views/formatSession';
import {
  describeDraft,
  describeSentRound,
  DRAFT_VIEW,
  formatDraft,
  formatSentRound,
  ROUND_VIEW,
} from '../views/reviewView';

export const READ_REVIEW = defineOperation({
  name: 'review',
  summary:
    'Returns the comments on a task’s changes: drafts, and the rounds in which they were sent; and the files that are marked as reviewed.',
  input: z.strictObject({ task: TASK }),
  output: z.object({
    drafts: z.array(DRAFT_VIEW),
    rounds: z.array(ROUND_VIEW).describe('Oldest first.'),
    reviewed: z
      .array(z.string())
      .describe('The paths of the changed files that are marked as reviewed.'),
  }),
  subject: 'task',
  right: 'read',
  http: { method: 'get', path: '/api/tasks/:id/review', status: 200, answer: 'The review.' },
  tool: {
    name: 'read_review',
    title: 'Read the review of a task',
    description:
      'Lists the review comments on what a task changed that are not sent yet, the rounds that were sent, and the files that the person has reviewed.',
    effect: 'reads',
    text: ({ drafts, rounds, reviewed }) =>
      [
        FOREIGN_TEXT.quoted,
        ...(drafts.length === 0 ? ['No comment waits to be sent.'] : drafts.map(formatDraft)),
        ...rounds.map(formatSentRound),
        ...reviewed.map((path) => `Reviewed: ${quote(path)}`),
      ].join('\n'),
  },
  run: async ({ review, scope, worktrees }, { access, input, signal }) => {
    const { marks, reviews } = review;
    const { task } = scope.requireTask(access, input.task);
    const changes = await worktrees.changes(task, 'base', signal);
    const { comments, rounds } = reviews.get(task.id);
    const [placed, { reviewed }] = await Promise.all([
      reviews.place(task, comments, changes),
      marks.check(task.id, changes),
    ]);
    return {
      drafts: placed.map(describeDraft),
      rounds: rounds.map(describeSentRound),
      reviewed: [...reviewed],
    };
  },
});
