import { text } from 'node:stream/consumers';
import { UsageError } from './usageError';
import type { CliIo } from './verb';

/**
 * The prompt: the words on the command line, or, where there are none or just `-`, all of the
 * standard input.
 * @throws {UsageError} where there is neither.
 */
export async function readPrompt({ stdin }: CliIo, words: readonly string[]): Promise<string> {
  if (words.length > 0 && words.join() !== '-') {
    return words.join(' ');
  }
  if (words.length === 0 && stdin.isTTY) {
    throw new UsageError('Give the prompt after the session, or on the standard input.');
  }
  return text(stdin);
}
