import * as z from 'zod';
import { ApiError } from '../apiError';
import { SESSION_ID, TIMEOUT_MS } from '../fields';
import { WAIT_MS } from '../limits';
import { defineOperation } from '../operation';
import { sessionMovedError } from '../access/sessionScope';
import { WAIT_TARGETS, type WaitTarget } from '../sessions/sessionWait';
import { formatSession } from '../views/formatSession';
import { FOREIGN_TEXT } from '../views/foreignText';
import { SESSION_VIEW } from '../views/sessionView';

/** After how long a wait for a session of another process looks for a window, in milliseconds. */
const SHOWN_WAIT_MS = 5_000;

const TARGET = WAIT_TARGETS.join('|');

/** A query has one text for all targets. */
const QUERY = z.strictObject({
  for: z
    .string()
    .regex(
      new RegExp(`^(?:${TARGET})(?:,(?:${TARGET}))*$`),
      `must be some of ${WAIT_TARGETS.join(',')}`,
    )
    .describe(
      'What ends the wait, separated by commas. idle includes done; exit, failed and limited always end it.',
    ),
  timeoutMs: z.coerce.number().pipe(TIMEOUT_MS.unwrap()).optional(),
});

export const WAIT_FOR = defineOperation({
  name: 'wait',
  summary: 'Waits for an activity of the agent.',
  input: z.strictObject({
    session: SESSION_ID,
    for: z
      .array(z.enum(WAIT_TARGETS))
      .min(1)
      .optional()
      .describe('What ends the wait; by default idle, which includes done, and needsInput.'),
    timeoutMs: TIMEOUT_MS,
  }),
  output: SESSION_VIEW,
  subject: 'session',
  right: 'read',
  http: {
    method: 'get',
    path: '/api/sessions/:id/wait',
    status: 200,
    answer: 'The session at the end of the wait.',
    accepts: QUERY,
    // The pattern of the query accepts only these names.
    read: (query: z.output<typeof QUERY>) => ({
      ...query,
      for: query.for.split(',') as WaitTarget[],
    }),
  },
  tool: {
    name: 'wait_for_agent',
    title: 'Wait for an agent',
    description:
      'Waits until an agent is done or needs an answer, and returns which. The wait also ends if the agent ends, fails or reaches its usage limit.',
    effect: 'reads',
    text: (session) => `${FOREIGN_TEXT.quoted}\n${formatSession(session)}`,
  },
  // `MOVED` after some time if another process owns the session, whose hooks report to that.
  run: async ({ scope, uses, waits }, { access, input, session: { id }, signal }) => {
    const { for: kinds = ['idle', 'needsInput'] as const, timeoutMs = WAIT_MS } = input;
    const isOwn = await uses.ownIfFree(id);
    const session = scope.require('read', access, id);
    const limitMs = isOwn ? timeoutMs : Math.min(timeoutMs, SHOWN_WAIT_MS);
    try {
      return await waits.until(session, { kinds, timeoutMs: limitMs, signal });
    } catch (error) {
      const isOver = limitMs === timeoutMs;
      throw error instanceof ApiError && error.code === 'TIMEOUT' && !isOver
        ? sessionMovedError(id)
        : error;
    }
  },
});
