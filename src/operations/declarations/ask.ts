import * as z from 'zod';
import type { AskOptions } from '../../driver/driver';
import type { OperationParts } from '../createOperations';
import { SESSION_ID, TIMEOUT_MS } from '../fields';
import { defineOperation, type CheckedCall } from '../operation';
import { requirePrompt } from '../sessions/requirePrompt';
import { FOREIGN_TEXT } from '../views/foreignText';

export const ASK = defineOperation({
  name: 'ask',
  summary:
    'Sends a prompt and waits for the answer. If the caller disconnects, the agent is interrupted.',
  input: z.strictObject({ session: SESSION_ID, prompt: z.string(), timeoutMs: TIMEOUT_MS }),
  output: z.object({
    response: z.string(),
    ms: z.number(),
    endedBy: z.enum([
      'program',
      'statusFile',
      'hook',
      'title',
      'progress',
      'screen',
      'transcript',
      'silence',
    ]),
  }),
  subject: 'runningSession',
  right: 'prompt',
  http: { method: 'post', path: '/api/sessions/:id/ask', status: 200, answer: 'The answer.' },
  tool: {
    name: 'ask_agent',
    title: 'Ask an agent',
    description:
      'Sends a prompt to an agent, waits until it has answered, and returns the answer. The agent may work on it for minutes.',
    effect: 'changes',
    text: ({ response }) => `${FOREIGN_TEXT.raw}\n${response}`,
  },
  run: async (parts, call) => {
    const { input, session } = call;
    await requirePrompt(parts, call);
    const options = buildOptions(parts, call);
    return parts.uses.while(session.id, () => parts.driver.ask(session.id, input.prompt, options));
  },
  // Checks the access in the call itself, not when the first answer is read.
  stream: async (parts, call) => {
    const { input, session } = call;
    await requirePrompt(parts, call);
    const options = buildOptions(parts, call);
    return parts.uses.whileRead(session.id, () =>
      parts.driver.askStream(session.id, input.prompt, options),
    );
  },
});

type AskCall = CheckedCall<z.output<(typeof ASK)['input']>, 'runningSession'>;

/** An aborted ask interrupts the agent as `interrupt` does. */
function buildOptions(
  { interrupts }: OperationParts,
  { access, input: { timeoutMs }, session, signal }: AskCall,
): AskOptions {
  const mayInterrupt = (): Promise<boolean> =>
    interrupts.require(session).then(
      () => true,
      () => false,
    );
  return { timeoutMs, signal, ...(access.by === 'agent' && { mayInterrupt }) };
}
