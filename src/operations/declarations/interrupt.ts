import * as z from 'zod';
import { SESSION_ID } from '../fields';
import { defineOperation } from '../operation';

export const INTERRUPT = defineOperation({
  name: 'interrupt',
  summary:
    'Presses the provider’s own interrupt key while the agent works. At rest, where keys have other effects, it fails with `ILLEGAL_STATE`. Two at once press it once.',
  input: z.strictObject({ session: SESSION_ID }),
  output: z.void(),
  subject: 'runningSession',
  right: 'interrupt',
  http: { method: 'post', path: '/api/sessions/:id/interrupt', status: 204, answer: 'Done.' },
  run: async ({ delivery, interrupts }, { access, session }) => {
    if (access.by === 'agent') {
      await interrupts.require(session);
    }
    await delivery.interrupt(session.id);
  },
});
