import * as z from 'zod';
import { START } from '../fields';
import { defineOperation } from '../operation';
import { formatStarted } from '../views/formatSession';
import { FOREIGN_TEXT } from '../views/foreignText';
import { STARTED_SESSION_VIEW } from '../views/sessionView';

const INPUT = z.strictObject({
  conversation: z
    .string()
    .min(1)
    .describe('The id or the session of a conversation, as list_conversations returns them.'),
  task: START.task.describe(
    'For a conversation of no session: the name or id of a task; a name that no task has creates one.',
  ),
  cols: START.cols,
  rows: START.rows,
  show: START.show,
});

export const RESUME_CONVERSATION = defineOperation({
  name: 'resume',
  summary:
    'Resumes a conversation, by its id or that of its session. A session that runs is returned as it is.',
  input: INPUT,
  output: STARTED_SESSION_VIEW,
  subject: 'conversation',
  right: 'resume',
  http: {
    method: 'post',
    path: '/api/conversations/:id/resume',
    status: 200,
    answer: 'The session.',
  },
  tool: {
    name: 'resume_conversation',
    title: 'Resume a conversation',
    description:
      'Starts an agent that continues an earlier conversation; returns its session if that runs.',
    effect: 'changes',
    input: INPUT.omit({ cols: true, rows: true }),
    text: (session) => `${FOREIGN_TEXT.quoted}\nResumed ${formatStarted(session)}`,
  },
  run: async ({ conversations, scope, uses }, { access, input }) => {
    const { conversation, ...options } = input;
    scope.requireWindow(options);
    const started = await uses.whileStarting(() =>
      conversations.resume(access, conversation, options),
    );
    return scope.describeStarted(started);
  },
});
