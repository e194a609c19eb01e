import * as z from 'zod';
import { SESSION_ID } from '../fields';
import { defineOperation } from '../operation';

export const KILL_SESSION = defineOperation({
  name: 'kill',
  summary: 'Ends a session within a time limit and removes it.',
  input: z.strictObject({ session: SESSION_ID }),
  output: z.void(),
  subject: 'session',
  right: 'kill',
  http: { method: 'delete', path: '/api/sessions/:id', status: 204, answer: 'Done.' },
  tool: {
    name: 'stop_agent',
    title: 'Stop an agent',
    description: 'Ends an agent and closes its session. Its current work is lost.',
    effect: 'ends',
    text: (_, { session }) => `${session} has ended.`,
  },
  run: ({ sessions }, { session }) => sessions.find(session.id)?.kill(),
});
