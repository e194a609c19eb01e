import { z } from 'zod';
import { ASK, CREATE_SESSION } from '../api/http/requests';

/** A session's id, as whoever calls a tool gives it. */
export const SESSION_ID = z
  .string()
  .min(1)
  .describe('The id of a session, as list_agents gives it.');

export const START_AGENT_INPUT = z.strictObject({
  provider: z.string().min(1).describe('Which agent: list_agents names those there are.'),
  ...CREATE_SESSION.pick({ prompt: true, label: true, model: true, show: true }).shape,
  task: CREATE_SESSION.shape.task.describe('A task’s name or id: found, or made by that name.'),
  cwd: CREATE_SESSION.shape.cwd
    .optional()
    .describe('An existing directory, by its whole path; the workspace folder by default.'),
});

export const ASK_AGENT_INPUT = z.strictObject({ session: SESSION_ID, ...ASK.shape });
