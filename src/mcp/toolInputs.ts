import * as z from 'zod';
import { buildStartShape } from '../agents/start/startSchema';
import { ANSWER, ASK, CONVERSATIONS_QUERY, RESUME } from '../api/http/requests';
import { START_SURFACES } from '../base/startOptions';

/** A session's id in a tool's input. */
export const SESSION_ID = z
  .string()
  .min(1)
  .describe('The id of a session, as list_agents returns it.');

const START = buildStartShape(START_SURFACES.tool, 'checked');

export const START_AGENT_INPUT = z.strictObject({
  ...START,
  // Any text: an unknown provider is refused with `PROVIDER_NOT_FOUND`.
  provider: z.string().min(1).describe('The agent: one that list_agents returns.'),
  cwd: START.cwd.describe(
    'An existing directory, by its absolute path; the workspace folder by default.',
  ),
});

export const LIST_CONVERSATIONS_INPUT = CONVERSATIONS_QUERY;

export const RESUME_CONVERSATION_INPUT = z.strictObject({
  conversation: z
    .string()
    .min(1)
    .describe('The id or the session of a conversation, as list_conversations returns them.'),
  task: RESUME.shape.task,
  show: RESUME.shape.show,
});

export const ANSWER_AGENT_INPUT = z.strictObject({ session: SESSION_ID, ...ANSWER.shape });

export const ASK_AGENT_INPUT = z.strictObject({ session: SESSION_ID, ...ASK.shape });
