import { text } from 'node:stream/consumers';
import { UsageError } from './usageError';
import type { CliIo } from './verb';

/**
 * Returns the prompt: the words of the command line, or the whole standard input if there are none
 * or only `-`.
 * @throws {UsageError} if there are none and the standard input is a terminal.
 */
export async function readPrompt({ stdin }: CliIo, words: readonly string[]): Promise<string> {
  if (words.length > 0 && words.join() !== '-') {
    return words.join(' ');
  }
  if (words.length === 0 && stdin.isTTY) {
    throw new UsageError('Pass the prompt after the session, or on the standard input.');
  }
  return text(stdin);
}
