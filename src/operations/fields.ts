import * as z from 'zod';
import { buildStartShape } from '../agents/start/startSchema';
import { START_SURFACES } from '../base/startOptions';
import { MAX_SCROLLBACK_ROWS, MOST_CELLS } from '../pty/limits';
import { MAX_FORKS, MAX_TIMEOUT_MS } from './limits';

/** The id of a session. */
export const SESSION_ID = z
  .string()
  .min(1)
  .describe('The id of a session, as list_agents returns it.');

export const TASK = z.string().min(1).describe('The id or name of a task.');

export const TIMEOUT_MS = z.int().min(1).max(MAX_TIMEOUT_MS).optional();

/** Columns or rows of a terminal. */
export const CELLS = z.int().min(1).max(MOST_CELLS);

/** Rows above the screen. */
export const SCROLLBACK = z.int().min(0).max(MAX_SCROLLBACK_ROWS);

/** The options of a start by a program; all but `cwd` may be left out. */
export const START = buildStartShape(START_SURFACES.api, 'checked');

export const FORKS = {
  count: z.int().min(1).max(MAX_FORKS).optional().describe('The number of forks; one by default.'),
  worktree: z
    .boolean()
    .optional()
    .describe('Gives each fork a git worktree, with the uncommitted changes.'),
};
