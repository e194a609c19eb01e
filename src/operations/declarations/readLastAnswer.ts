import * as z from 'zod';
import { SESSION_ID } from '../fields';
import { defineOperation } from '../operation';
import { FOREIGN_TEXT } from '../views/foreignText';
import { describeLastAnswer, LAST_ANSWER_VIEW } from '../views/lastAnswerView';

/** Fails with `ILLEGAL_STATE` for a shell, and if the agent has not answered. */
export const READ_LAST_ANSWER = defineOperation({
  name: 'lastAnswer',
  summary:
    'Returns the last message of text that the agent has finished; `ILLEGAL_STATE` if it has none.',
  input: z.strictObject({ session: SESSION_ID }),
  output: LAST_ANSWER_VIEW,
  subject: 'session',
  right: 'read',
  http: {
    method: 'get',
    path: '/api/sessions/:id/last-answer',
    status: 200,
    answer: 'The answer.',
  },
  tool: {
    name: 'read_last_answer',
    title: 'Read an agent’s last answer',
    description:
      'Returns the last message that an agent has written, without its tool calls, also while it works.',
    effect: 'reads',
    text: ({ notice, text }) =>
      [...(notice === null ? [] : [notice]), FOREIGN_TEXT.raw, text].join('\n'),
  },
  run: async ({ driver }, { session }) => describeLastAnswer(await driver.lastAnswer(session)),
});
