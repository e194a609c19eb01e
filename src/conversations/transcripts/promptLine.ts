/** How many code points of a first prompt are shown. */
const PROMPT_LENGTH = 200;

/** How many are processed: a prompt may be a pasted file. */
const MAX_READ_CHARS = 4_000;

/**
 * A prompt on one line, shortened, without control and format characters. Undefined if nothing
 * remains.
 */
export function promptLine(text: string): string | undefined {
  const line = text
    .slice(0, MAX_READ_CHARS)
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')
    .replace(/\s+/gu, ' ')
    // Direction marks could reverse the rest of a row. Joiners are kept, since they hold emoji
    // together.
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu, '')
    .trim();
  return line === '' ? undefined : [...line].slice(0, PROMPT_LENGTH).join('').trimEnd();
}
