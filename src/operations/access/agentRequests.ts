import { findFileReferences } from '../../providers/launch/fileReferences';
import { toPlainText } from '../../providers/launch/plainText';
import { ApiError } from '../apiError';
import type { Access } from './access';
import { findOutsideReference } from './referencedFiles';

/**
 * After `/`, `!`, `$`, `:` and `&`, agents' CLIs run a command of their own or of the shell, or pass the
 * task to a service, without a question to the person. Some end at a word such as `exit`, and a shell
 * follows.
 */
const COMMAND = /^[\s\p{Cf}]*(?:[/!$:&]|(?:exit|quit|bye|logout|q)\P{L}*$)/iu;

/**
 * A prompt of an agent must be text for the other agent's model.
 * @throws {ApiError} `SESSION_USER_MISMATCH`.
 */
export function requireWords({ by }: Access, prompt: string | undefined): void {
  if (by === 'agent' && prompt !== undefined && COMMAND.test(toPlainText(prompt))) {
    throw new ApiError(
      'SESSION_USER_MISMATCH',
      'A prompt from an agent may not be a command: use a sentence that does not begin with "/", "!", "$", ":" or "&".',
    );
  }
}

/**
 * A prompt of an agent may refer only to files that its folder, or the directory of the other agent,
 * contains: that agent's CLI sends the content of others, too, to its model without a question.
 * @param cwd the directory of the agent that reads the prompt.
 * @param marks as in `ProviderDefinition`.
 * @throws {ApiError} `SESSION_USER_MISMATCH`.
 */
export async function requireInsideReferences(
  access: Access,
  prompt: string | undefined,
  { cwd, marks }: { readonly cwd: string; readonly marks: readonly string[] },
): Promise<void> {
  if (access.by === 'person' || prompt === undefined) {
    return;
  }
  const references = findFileReferences(toPlainText(prompt), marks);
  const scope = { cwd, folders: [access.folder.path] };
  const outside = references ? await findOutsideReference(references, scope) : 'too many files';
  if (outside !== undefined) {
    throw new ApiError(
      'SESSION_USER_MISMATCH',
      `A prompt from an agent may refer only to files in its folder, and this one refers to ${outside}: name a file below ${cwd}, without a link or "..".`,
    );
  }
}
