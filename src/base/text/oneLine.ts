/**
 * The text on one line: line breaks and tabs become spaces, other control characters and those that
 * change the direction of text are removed, the ends are trimmed.
 */
export function toOneLine(text: string): string {
  return text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim();
}
