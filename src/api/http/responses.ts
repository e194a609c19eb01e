import * as z from 'zod';
import { API_STATUS, type ApiErrorCode } from './apiError';
import { CONVERSATION_VIEW } from '../sessions/conversationView';
import { SESSION_VIEW, STARTED_SESSION_VIEW } from '../sessions/sessionView';

export const SESSIONS = z.object({ sessions: z.array(SESSION_VIEW) });

export const STARTED_SESSIONS = z.object({ sessions: z.array(STARTED_SESSION_VIEW) });

export const FORKED_TASKS = z.object({
  forks: z.array(
    z.object({
      task: z.object({ id: z.string(), name: z.string(), workDir: z.string() }),
      sessions: z.array(STARTED_SESSION_VIEW),
    }),
  ),
});

export const CONVERSATIONS = z.object({ conversations: z.array(CONVERSATION_VIEW) });

export const ASK_ANSWER = z.object({
  response: z.string(),
  ms: z.number(),
  endedBy: z.enum([
    'program',
    'statusFile',
    'hook',
    'title',
    'progress',
    'screen',
    'transcript',
    'silence',
  ]),
});

export const PROVIDERS = z.object({
  providers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      installed: z.boolean(),
      path: z.string().nullable(),
      version: z.string().nullable(),
      verified: z.boolean().describe('Whether its facts were checked on the real CLI.'),
      installCommand: z.string().nullable(),
      problem: z.string().nullable(),
    }),
  ),
});

export const MODELS = z.object({
  models: z.array(z.object({ id: z.string(), name: z.string().nullable() })),
  reason: z.string().nullable().describe('Why the models cannot be listed.'),
});

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
