import { toPlainText } from './plainText';

/** A prompt as plain text, without blank lines at its start and end. */
export function sanitizePrompt(prompt: string): string {
  return toPlainText(prompt).replace(/^\s*\n|\s+$/g, '');
}
