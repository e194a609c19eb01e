import * as z from 'zod';
import type { OperationParts } from '../createOperations';
import { SCROLLBACK, SESSION_ID } from '../fields';
import { defineOperation } from '../operation';
import { FOREIGN_TEXT } from '../views/foreignText';
import { requireSession } from '../../pty/sessionBackend';

const INPUT = z.strictObject({
  session: SESSION_ID,
  format: z.enum(['text', 'ansi']).optional(),
  scrollback: SCROLLBACK.optional().describe('How many rows above the screen to include.'),
});

export const READ_SCREEN = defineOperation({
  name: 'screen',
  summary: 'Returns the text on the screen; with format=ansi also colours and the cursor.',
  input: INPUT,
  output: z.string(),
  subject: 'session',
  right: 'read',
  http: {
    method: 'get',
    path: '/api/sessions/:id/screen',
    status: 200,
    answer: 'The screen.',
    type: 'text/plain',
  },
  tool: {
    name: 'read_screen',
    title: 'Read an agent’s screen',
    description: 'Returns the text that an agent’s terminal shows now.',
    effect: 'reads',
    input: INPUT.omit({ format: true }),
    output: z.object({ screen: z.string() }),
    data: (_, screen) => ({ screen }),
    text: ({ screen }: { readonly screen: string }) => `${FOREIGN_TEXT.raw}\n${screen}`,
  },
  run: ({ sessions }, { input: { format = 'text', scrollback = 0 }, session: { id } }) =>
    format === 'text'
      ? requireSession(sessions, id).text({ scrollback })
      : readWithColours(sessions, id, scrollback),
});

/** Ends with a sequence that positions the cursor. */
async function readWithColours(
  sessions: OperationParts['sessions'],
  id: string,
  scrollback: number,
): Promise<string> {
  const session = requireSession(sessions, id);
  const [text, { cursor }] = await Promise.all([
    session.colouredText({ scrollback }),
    session.screen(),
  ]);
  return `${text}\x1b[${cursor.row + 1};${cursor.column + 1}H`;
}
