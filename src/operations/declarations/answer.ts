import * as z from 'zod';
import { SESSION_ID } from '../fields';
import { defineOperation } from '../operation';

const INPUT = z.strictObject({
  session: SESSION_ID,
  answer: z.enum(['approve', 'deny', 'reply']),
  shown: z
    .string()
    .optional()
    .describe(
      'What was shown to the person or program that decides: `activity.request`, or for a reply `activity.question`. If it is another one now, nothing is typed. Required to approve.',
    ),
  text: z.string().optional().describe('The reply: the label of an option, or an own text.'),
});

export const ANSWER = defineOperation({
  name: 'answer',
  summary: 'Approves or denies what an agent requests, or replies to its question.',
  input: INPUT,
  output: z.void(),
  subject: 'runningSession',
  right: 'answer',
  http: {
    method: 'post',
    path: '/api/sessions/:id/answer',
    status: 204,
    answer: 'The agent has accepted the answer.',
  },
  tool: {
    name: 'answer_agent',
    title: 'Answer an agent',
    description:
      'Approves or denies what an agent requests, or replies to its question, as the person decides.',
    effect: 'approves',
    text: (_, { session }) => `${session} has accepted the answer.`,
  },
  run: ({ answers }, { input, session }) => answers.give(session, input),
});

/** How a question of an agent is answered. */
export type Answer = Omit<z.output<typeof INPUT>, 'session'>;
