/** So many rows in a row are no accident. */
const SURE_ROWS = 3;

/**
 * What was seen before and what is seen now, of a screen that scrolls without keeping anything:
 * from where they overlap on it is `now`. Where they do not, rows have been missed between them.
 */
export function stitchRows(before: readonly string[], now: readonly string[]): readonly string[] {
  const head = now.slice(0, SURE_ROWS);
  const at = before.findLastIndex((_, start) =>
    head.every((row, offset) => (before[start + offset] ?? row) === row),
  );
  return [...before.slice(0, at < 0 ? before.length : at), ...now];
}
