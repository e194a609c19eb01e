import { requireInsideReferences, requireWords } from '../access/agentRequests';
import type { OperationParts } from '../createOperations';
import type { CheckedCall } from '../operation';

/**
 * Checks what an agent may send to another one.
 * @throws {ApiError} `SESSION_USER_MISMATCH`.
 */
export async function requirePrompt(
  { fileMarksOf }: Pick<OperationParts, 'fileMarksOf'>,
  call: CheckedCall<{ readonly prompt: string }, 'runningSession'>,
): Promise<void> {
  const { access, session } = call;
  const { prompt } = call.input;
  requireWords(access, prompt);
  const { workDir: cwd } = session;
  await requireInsideReferences(access, prompt, { cwd, marks: fileMarksOf(session) });
}
