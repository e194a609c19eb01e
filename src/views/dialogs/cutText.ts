/**
 * Cuts a text to at most `limit` characters (code points), of which the last is then an ellipsis.
 */
export function cutText(text: string, limit: number): string {
  const chars = [...text];
  return chars.length > limit
    ? `${chars
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`
    : text;
}
