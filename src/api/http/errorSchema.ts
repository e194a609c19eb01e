import * as z from 'zod';
import { API_STATUS, type ApiErrorCode } from '../../operations/apiError';

// TypeScript does not type the keys of a record as a tuple.
const CODES = Object.keys(API_STATUS) as [ApiErrorCode, ...ApiErrorCode[]];

export const ERROR = z.object({
  error: z.object({
    code: z.enum(CODES),
    message: z.string(),
    response: z
      .string()
      .optional()
      .describe('The part of the answer that an ask received before it failed.'),
    question: z
      .string()
      .nullable()
      .optional()
      .describe(
        'With NEEDS_INPUT and AGENT_BLOCKED: the question of the agent; null if its text is not known.',
      ),
  }),
});
