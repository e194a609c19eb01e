import * as z from 'zod';
import { quote } from './formatSession';
import type { FoundConversation } from '../../agents/conversations/conversationSearch';

/** An earlier conversation in responses; null where a value is not known. */
export const CONVERSATION_VIEW = z.object({
  id: z.string().nullable().describe('The id by which its CLI resumes it.'),
  session: z.string().nullable().describe('The session that has it, running or not.'),
  provider: z.string(),
  task: z.object({ id: z.string(), name: z.string() }).nullable(),
  workDir: z.string(),
  firstPrompt: z.string().nullable().describe('On one line; a long one is cut.'),
  model: z.string().nullable(),
  modifiedAt: z.iso.datetime().nullable(),
  running: z.boolean().describe('Whether its session runs, in any window.'),
});

export type ConversationView = z.infer<typeof CONVERSATION_VIEW>;

/** One line for a model. */
export function formatConversation({
  id,
  session,
  provider,
  task,
  firstPrompt,
}: ConversationView): string {
  const inTask = task ? `, task ${quote(task.name)}` : '';
  const begin = firstPrompt === null ? 'no prompt yet' : quote(firstPrompt);
  return `${session ?? id} (${provider}${inTask}): ${begin}`;
}

export function describeConversation(
  found: FoundConversation,
  isRunning: (ptyId: string) => boolean,
): ConversationView {
  const { providerId, cwd, transcript } = found;
  const owner = found.kind === 'owned' ? found : undefined;
  return {
    id: transcript?.id ?? null,
    session: owner?.sessionId ?? null,
    provider: providerId,
    task: owner ? { id: owner.task.id, name: owner.task.name } : null,
    workDir: cwd,
    firstPrompt: transcript?.firstPrompt ?? null,
    model: transcript?.model ?? null,
    modifiedAt: transcript ? new Date(transcript.modifiedAt).toISOString() : null,
    running: owner !== undefined && isRunning(owner.sessionId),
  };
}
