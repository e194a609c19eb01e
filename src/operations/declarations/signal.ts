import * as z from 'zod';
import { SESSION_ID } from '../fields';
import { defineOperation } from '../operation';

export const SIGNAL = defineOperation({
  name: 'signal',
  summary: 'SIGINT is Ctrl-C on the input; SIGKILL ends the program at once.',
  input: z.strictObject({ session: SESSION_ID, signal: z.enum(['SIGINT', 'SIGKILL']) }),
  output: z.void(),
  subject: 'runningSession',
  right: 'signal',
  http: { method: 'post', path: '/api/sessions/:id/signal', status: 204, answer: 'Done.' },
  run: ({ sessions }, { input, session }) => sessions.find(session.id)?.signal(input.signal),
});
