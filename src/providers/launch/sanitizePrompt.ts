import { toPlainText } from './plainText';

/** A prompt as plain text, without the blank lines at its ends. */
export function sanitizePrompt(prompt: string): string {
  return toPlainText(prompt).replace(/^\s*\n|\s+$/g, '');
}
