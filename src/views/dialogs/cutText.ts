/** The text with at most `limit` characters (code points), an ellipsis being the last where it is cut. */
export function cutText(text: string, limit: number): string {
  const chars = [...text];
  return chars.length > limit
    ? `${chars
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`
    : text;
}
