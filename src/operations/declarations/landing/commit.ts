import * as z from 'zod';
import { TASK, TIMEOUT_MS } from '../../fields';
import { WAIT_MS } from '../../limits';
import { defineOperation } from '../../operation';
import { FOREIGN_TEXT } from '../../views/foreignText';
import { quote } from '../../views/formatSession';

export const COMMIT = defineOperation({
  name: 'commit',
  summary:
    'Commits what a task has changed, in a terminal of the task. If git or one of its hooks refuses, it fails with `ILLEGAL_STATE`. If the caller disconnects, git is ended.',
  input: z.strictObject({
    task: TASK,
    message: z.string().describe('The message of the commit.'),
    paths: z
      .array(z.string())
      .optional()
      .describe(
        'Changed files, as read_changes returns them; by default all that the task itself has changed. In a merge, what is staged is committed, too, and untracked files only if they are named.',
      ),
    timeoutMs: TIMEOUT_MS.describe('In milliseconds; ten minutes by default.'),
  }),
  output: z.object({
    commit: z.string().describe('The id of the commit.'),
    subject: z.string().describe('The first line of its message.'),
    session: z.string().describe('The session of the terminal.'),
  }),
  subject: 'task',
  right: 'commit',
  http: {
    method: 'post',
    path: '/api/tasks/:id/commit',
    status: 200,
    answer: 'The commit was made.',
  },
  tool: {
    name: 'commit',
    title: 'Commit the changes of a task',
    description:
      'Commits what a task has changed on the branch that it works on, with git in a terminal.',
    effect: 'changes',
    text: ({ commit, subject }) => `${FOREIGN_TEXT.quoted}\nCommitted ${commit}: ${quote(subject)}`,
  },
  run: ({ commits, scope, uses }, { access, input, signal }) => {
    const { message, paths, task, timeoutMs = WAIT_MS } = input;
    const found = scope.requireTask(access, task);
    return uses.whileStarting(() =>
      commits.run(access, { ...found, message, paths, signal, timeoutMs }),
    );
  },
});
