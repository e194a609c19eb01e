import { z } from 'zod';
import { buildStartShape } from '../agents/start/startSchema';
import { ASK } from '../api/http/requests';
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

export const ASK_AGENT_INPUT = z.strictObject({ session: SESSION_ID, ...ASK.shape });
