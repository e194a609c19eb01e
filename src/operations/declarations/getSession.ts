import * as z from 'zod';
import { SESSION_ID } from '../fields';
import { defineOperation } from '../operation';
import { SESSION_VIEW } from '../views/sessionView';

export const GET_SESSION = defineOperation({
  name: 'get',
  summary: 'Returns one session.',
  input: z.strictObject({ session: SESSION_ID }),
  output: SESSION_VIEW,
  subject: 'session',
  right: 'read',
  http: { method: 'get', path: '/api/sessions/:id', status: 200, answer: 'The session.' },
  run: ({ scope }, { session }) => scope.describe(session),
});
