import { toPlainText } from '../../providers/launch/plainText';
import { ApiError } from '../http/apiError';
import type { Access } from './access';

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
