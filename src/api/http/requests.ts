import { z } from 'zod';
import { MAX_SCROLLBACK_ROWS, MOST_CELLS } from '../../pty/limits';

/** The longest that a call may be told to wait, in milliseconds: a day. */
const LONGEST_MS = 24 * 60 * 60 * 1000;

/** What a call waits for unless it says otherwise, in milliseconds. */
export const WAIT_MS = 10 * 60 * 1000;

/** Most forks of one call. */
const MOST_FORKS = 8;

/** A text that a system call can take. */
const TEXT = z.string().regex(/^[^\0]*$/, 'must hold no NUL');
const NAME = TEXT.min(1);
const CELLS = z.int().min(1).max(MOST_CELLS);

export const CREATE_SESSION = z.strictObject({
  cwd: NAME.describe('An existing directory, by its whole path.'),
  label: NAME.max(200).optional(),
  provider: NAME.optional().describe('None, and no `exec`: a login shell.'),
  task: NAME.optional().describe('Its name or id; found, or made by that name.'),
  prompt: z.string().optional(),
  model: NAME.optional(),
  exec: NAME.optional().describe('A program to run instead of an agent.'),
  args: z.array(TEXT).optional(),
  spawnMode: z.enum(['shell', 'direct']).optional(),
  persistence: z.enum(['window', 'tmux', 'host']).optional(),
  autoApprove: z.boolean().optional(),
  trust: z
    .boolean()
    .optional()
    .describe('Answers the agent’s question whether it may trust the folder.'),
  fresh: z.boolean().optional().describe('A new conversation, though the task has one.'),
  shellSetup: TEXT.optional(),
  env: z.record(TEXT, TEXT).optional(),
  extraArgs: z.array(TEXT).optional(),
  cols: CELLS.optional(),
  rows: CELLS.optional(),
  show: z.boolean().optional().describe('Whether a terminal is opened for it.'),
});

export const PROMPT = z.strictObject({ prompt: z.string() });

export const INPUT = z.union([
  z.strictObject({ data: z.string() }),
  z.strictObject({ bytes: z.base64() }),
]);

export const RESIZE = z.strictObject({ cols: CELLS, rows: CELLS });

export const SIGNAL = z.strictObject({ signal: z.enum(['SIGINT', 'SIGKILL']) });

export const NOTHING = z.strictObject({});

export const FORK = z.strictObject({
  count: z.int().min(1).max(MOST_FORKS).optional(),
  worktree: z.boolean().optional().describe('Each in a worktree with the uncommitted changes.'),
});

export const ASK = z.strictObject({
  prompt: z.string(),
  timeoutMs: z.int().min(1).max(LONGEST_MS).optional(),
});

export const SCREEN_QUERY = z.strictObject({
  format: z.enum(['text', 'ansi']).optional(),
  scrollback: z.coerce.number().int().min(0).max(MAX_SCROLLBACK_ROWS).optional(),
});

/** What may be waited for; `exit` is the end of the agent or of its session. */
export const WAITED_FOR = [
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
      new RegExp(`^(?:${WAITED_FOR.join('|')})(?:,(?:${WAITED_FOR.join('|')}))*$`),
      `must be some of ${WAITED_FOR.join(',')}`,
    )
    .describe(
      'What ends it, with commas between; done counts as idle, exit, failed and limited always end it.',
    ),
  timeoutMs: z.coerce.number().int().min(1).max(LONGEST_MS).optional(),
});

export const ATTACH_QUERY = z
  .strictObject({
    cols: z.coerce
      .number()
      .int()
      .min(1)
      .max(MOST_CELLS)
      .optional()
      .describe('With `rows`: the caller is a terminal, and answers the program’s questions.'),
    rows: z.coerce.number().int().min(1).max(MOST_CELLS).optional(),
    scrollback: z.coerce.number().int().min(0).max(MAX_SCROLLBACK_ROWS).optional(),
  })
  .refine(({ cols, rows }) => (cols === undefined) === (rows === undefined), {
    message: 'cols and rows go together',
  });

export const PROVIDERS_QUERY = z.strictObject({
  refresh: z.enum(['true', 'false']).optional().describe('Whether to look anew.'),
});

export type CreateSession = z.infer<typeof CREATE_SESSION>;
export type Fork = z.infer<typeof FORK>;
export type Waited = (typeof WAITED_FOR)[number];
