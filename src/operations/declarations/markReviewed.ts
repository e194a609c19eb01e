import * as z from 'zod';
import { requireChangedFile } from '../../review/reviews';
import { TASK } from '../fields';
import { defineOperation } from '../operation';

export const MARK_REVIEWED = defineOperation({
  name: 'markReviewed',
  summary:
    'Marks a file that a task has changed as reviewed, until its content changes; or removes the mark.',
  input: z.strictObject({
    task: TASK,
    path: z.string().describe('The path of the file, as read_changes returns it.'),
    reviewed: z.boolean().optional().describe('True by default; false removes the mark.'),
  }),
  output: z.void(),
  subject: 'task',
  right: 'review',
  http: {
    method: 'post',
    path: '/api/tasks/:id/reviewed',
    status: 204,
    answer: 'The mark is set or removed.',
  },
  run: async (
    { review, scope, worktrees },
    { access, input: { task: named, path, reviewed = true }, signal },
  ) => {
    const { task } = scope.requireTask(access, named);
    const changes = await worktrees.changes(task, 'base', signal);
    const file = requireChangedFile(changes, path);
    await review.marks.set(task.id, changes, file.path, reviewed);
  },
});
