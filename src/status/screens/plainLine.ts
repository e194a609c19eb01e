/** Questions that a person reads at a glance are shorter. */
const MOST_CHARS = 300;

/**
 * C0 and C1 controls, and characters that reverse or hide text: bidi marks, zero-width characters,
 * line separators.
 */
const HIDDEN = /[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;

/**
 * A program's text on one line for display: no control characters, no repeated blanks, at most 300
 * characters.
 */
export function toPlainLine(text: string): string {
  const line = text.replace(HIDDEN, ' ').replace(/\s+/g, ' ').trim();
  const characters = [...line.slice(0, MOST_CHARS * 2)];
  return characters.length > MOST_CHARS ? `${characters.slice(0, MOST_CHARS - 1).join('')}…` : line;
}
