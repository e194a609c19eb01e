import * as z from 'zod';
import { CELLS, SESSION_ID } from '../fields';
import { defineOperation } from '../operation';

export const RESIZE = defineOperation({
  name: 'resize',
  summary: 'Changes the size of the terminal.',
  input: z.strictObject({ session: SESSION_ID, cols: CELLS, rows: CELLS }),
  output: z.void(),
  subject: 'runningSession',
  right: 'resize',
  http: { method: 'post', path: '/api/sessions/:id/resize', status: 204, answer: 'Done.' },
  run: ({ sessions }, { input: { cols, rows }, session }) =>
    sessions.find(session.id)?.resize({ cols, rows }),
});
