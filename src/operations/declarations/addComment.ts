import * as z from 'zod';
import { SessionError } from '../../base/errors';
import { UNKNOWN_FACTS } from '../../providers/registry/unknownProvider';
import { requireChangedFile } from '../../review/reviews';
import { callingSession } from '../access/access';
import { requireInsideReferences } from '../access/agentRequests';
import { TASK } from '../fields';
import { defineOperation } from '../operation';
import { SIDE } from '../views/reviewView';

export const ADD_COMMENT = defineOperation({
  name: 'comment',
  summary: 'Adds a comment on lines of a file that a task has changed: a draft until it is sent.',
  input: z.strictObject({
    task: TASK,
    path: z.string().describe('The path of the file, as read_changes returns it.'),
    line: z.int().min(1).describe('The first line.'),
    endLine: z.int().min(1).optional().describe('The last line; the first by default.'),
    side: SIDE.optional().describe(
      'Whose lines: of the file now (current, the default), or before the changes (original).',
    ),
    text: z.string().describe('What the agent should change.'),
  }),
  output: z.object({ id: z.string() }),
  subject: 'task',
  right: 'prompt',
  http: { method: 'post', path: '/api/tasks/:id/comments', status: 201, answer: 'The draft.' },
  tool: {
    name: 'add_comment',
    title: 'Comment on a change',
    description:
      'Adds a review comment on lines of a file that a task has changed. It is a draft: send_review sends the drafts of agents to the agent of the task.',
    effect: 'changes',
    text: ({ id }) => `The comment ${id} is a draft.`,
  },
  run: async (
    { review: { reviews }, scope, sessions, worktrees },
    { access, input: { task: named, path, line, endLine = line, side = 'current', text }, signal },
  ) => {
    const { task } = scope.requireTask(access, named);
    // The person may send it, with the right to refer to any file.
    const { fileMarks: marks } = UNKNOWN_FACTS;
    await requireInsideReferences(access, text, { cwd: task.cwd, marks });
    const changes = await worktrees.changes(task, 'base', signal);
    const found = requireChangedFile(changes, path);
    const lines = {
      ...{ side, line, endLine },
      path: side === 'original' ? (found.previousPath ?? found.path) : found.path,
    };
    const file = await reviews.readSide(task, changes, lines);
    if (file === undefined) {
      throw new SessionError(
        'BAD_REQUEST',
        `"${lines.path}" has no text on the side "${side}": choose the other side, or another file.`,
      );
    }
    const caller = callingSession(access);
    // Not the label alone, which could be "You".
    const author =
      caller === undefined ? undefined : `agent ${sessions.get(caller)?.label ?? caller}`;
    const { id } = await reviews.addComment(task.id, lines, { file, text, author });
    return { id };
  },
});
