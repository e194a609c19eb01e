import * as z from 'zod';
import { buildStartShape } from '../../agents/start/startSchema';
import { START_SURFACES, type SurfaceOptions } from '../../base/startOptions';
import { MAX_SCROLLBACK_ROWS, MOST_CELLS } from '../../pty/limits';

/** Maximum time limit of a call, in milliseconds: a day. */
const MAX_TIMEOUT_MS = 24 * 60 * 60 * 1000;

/** Default time limit of a wait, in milliseconds: ten minutes. */
export const WAIT_MS = 10 * 60 * 1000;

/** Maximum forks of one call: the highest limit of sessions. A call whose forks do not fit fails. */
const MAX_FORKS = 1024;

const CELLS = z.int().min(1).max(MOST_CELLS);

const START = buildStartShape(START_SURFACES.api, 'checked');

export const CREATE_SESSION = z.strictObject({ ...START, cwd: START.cwd.unwrap() });

export const PROMPT = z.strictObject({ prompt: z.string() });

export const INPUT = z.union([
  z.strictObject({ data: z.string() }),
  z.strictObject({ bytes: z.base64() }),
]);

export const RESIZE = z.strictObject({ cols: CELLS, rows: CELLS });

export const SIGNAL = z.strictObject({ signal: z.enum(['SIGINT', 'SIGKILL']) });

export const EMPTY_BODY = z.strictObject({});

export const FORK = z.strictObject({
  count: z.int().min(1).max(MAX_FORKS).optional(),
  worktree: z.boolean().optional().describe('Each in a worktree with the uncommitted changes.'),
});

export const FORK_TASK = z.strictObject({
  ...FORK.shape,
  name: z.string().optional().describe('The name of the new task; several are numbered.'),
  worktree: z
    .boolean()
    .optional()
    .describe('Each new task in a worktree, with the uncommitted changes.'),
});

export const ASK = z.strictObject({
  prompt: z.string(),
  timeoutMs: z.int().min(1).max(MAX_TIMEOUT_MS).optional(),
});

/** How a question of an agent is answered. */
export const ANSWER = z.strictObject({
  answer: z.enum(['approve', 'deny', 'reply']),
  shown: z
    .string()
    .optional()
    .describe(
      'What was shown to the person or program that decides: `activity.request`, or for a reply `activity.question`. If it is another one now, nothing is typed. Required to approve.',
    ),
  text: z.string().optional().describe('The reply: the label of an option, or an own text.'),
});

export const CONVERSATIONS_QUERY = z.strictObject({
  task: z.string().optional().describe('The name or id of a task: only its conversations.'),
});

export const RESUME = z.strictObject({
  task: START.task.describe(
    'For a conversation of no session: the name or id of a task; a name that no task has creates one.',
  ),
  cols: START.cols,
  rows: START.rows,
  show: START.show,
});

export const SCREEN_QUERY = z.strictObject({
  format: z.enum(['text', 'ansi']).optional(),
  scrollback: z.coerce.number().int().min(0).max(MAX_SCROLLBACK_ROWS).optional(),
});

/** What a wait can wait for; `exit` is the end of the agent or of its session. */
export const WAIT_TARGETS = [
  'working',
  'needsInput',
  'done',
  'idle',
  'limited',
  'failed',
  'exit',
] as const;

export const WAIT_QUERY = z.strictObject({
  for: z
    .string()
    .regex(
      new RegExp(`^(?:${WAIT_TARGETS.join('|')})(?:,(?:${WAIT_TARGETS.join('|')}))*$`),
      `must be some of ${WAIT_TARGETS.join(',')}`,
    )
    .describe(
      'What ends the wait, separated by commas. idle includes done; exit, failed and limited always end it.',
    ),
  timeoutMs: z.coerce.number().int().min(1).max(MAX_TIMEOUT_MS).optional(),
});

export const ATTACH_QUERY = z
  .strictObject({
    cols: z.coerce
      .number()
      .int()
      .min(1)
      .max(MOST_CELLS)
      .optional()
      .describe('With `rows`: the caller is a terminal and answers the program’s queries.'),
    rows: z.coerce.number().int().min(1).max(MOST_CELLS).optional(),
    scrollback: z.coerce.number().int().min(0).max(MAX_SCROLLBACK_ROWS).optional(),
  })
  .refine(({ cols, rows }) => (cols === undefined) === (rows === undefined), {
    message: 'cols and rows go together',
  });

export const PROVIDERS_QUERY = z.strictObject({
  refresh: z.enum(['true', 'false']).optional().describe('Whether to list them again.'),
});

export type ApiStartOptions = SurfaceOptions<'api'> & { readonly cwd: string };
export type Answer = z.infer<typeof ANSWER>;
export type Resume = z.infer<typeof RESUME>;
export type ForkTask = z.infer<typeof FORK_TASK>;
export type Fork = z.infer<typeof FORK>;
export type WaitTarget = (typeof WAIT_TARGETS)[number];
