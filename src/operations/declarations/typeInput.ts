import * as z from 'zod';
import { ApiError } from '../apiError';
import { SESSION_ID } from '../fields';
import { defineOperation } from '../operation';

const TEXT = z.strictObject({ data: z.string() });
const BYTES = z.strictObject({ bytes: z.base64() });

export const TYPE_INPUT = defineOperation({
  name: 'input',
  summary: 'Types keystrokes, raw: text, or bytes in base64.',
  input: z.strictObject({
    session: SESSION_ID,
    data: TEXT.shape.data.optional(),
    bytes: BYTES.shape.bytes.optional(),
  }),
  output: z.void(),
  subject: 'runningSession',
  right: 'type',
  http: {
    method: 'post',
    path: '/api/sessions/:id/input',
    status: 204,
    answer: 'Done.',
    accepts: z.union([TEXT, BYTES]),
  },
  run: ({ sessions }, { input: { data, bytes }, session }) => {
    const typed = data ?? (bytes === undefined ? undefined : Buffer.from(bytes, 'base64'));
    if (typed === undefined) {
      throw new ApiError('BAD_REQUEST', 'There are no keystrokes: send "data" or "bytes".');
    }
    sessions.find(session.id)?.write(typed);
  },
});
