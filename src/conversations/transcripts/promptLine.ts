/** How much of a first prompt is shown, in code points. */
const PROMPT_LENGTH = 200;

/** How much of it is looked at: a prompt may be a pasted file. */
const LOOKED_AT = 4_000;

/** A prompt on one line: without control and format characters, cut. Undefined if nothing is left. */
export function promptLine(text: string): string | undefined {
  const line = text
    .slice(0, LOOKED_AT)
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')
    .replace(/\s+/gu, ' ')
    // Marks of direction could make the rest of a row read backwards; joiners hold emoji together.
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu, '')
    .trim();
  return line === '' ? undefined : [...line].slice(0, PROMPT_LENGTH).join('').trimEnd();
}
