import * as z from 'zod';
import { SESSION_ID } from '../fields';
import { defineOperation } from '../operation';
import { requirePrompt } from '../sessions/requirePrompt';

export const SEND_PROMPT = defineOperation({
  name: 'prompt',
  summary: 'Types a prompt and submits it, and sees on the screen that it was accepted.',
  input: z.strictObject({ session: SESSION_ID, prompt: z.string() }),
  output: z.void(),
  subject: 'runningSession',
  right: 'prompt',
  http: {
    method: 'post',
    path: '/api/sessions/:id/prompt',
    status: 202,
    answer: 'The prompt was submitted and accepted.',
  },
  tool: {
    name: 'send_prompt',
    title: 'Send a prompt',
    description: 'Sends a prompt to an agent without waiting for its answer.',
    effect: 'changes',
    text: (_, { session }) => `${session} has accepted the prompt.`,
  },
  run: async (parts, call) => {
    const { id } = call.session;
    await requirePrompt(parts, call);
    await parts.uses.while(id, () => parts.delivery.send(id, call.input.prompt));
  },
});
