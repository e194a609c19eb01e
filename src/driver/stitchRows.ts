/** How many consecutive rows must be equal to count as an overlap. */
const SURE_ROWS = 3;

/**
 * Joins earlier and current rows of a screen that scrolls without scrollback: `now` replaces
 * `before` from the overlap on. Without an overlap, rows in between were missed, and `now` is
 * appended.
 */
export function stitchRows(before: readonly string[], now: readonly string[]): readonly string[] {
  const head = now.slice(0, SURE_ROWS);
  const at = before.findLastIndex((_, start) =>
    head.every((row, offset) => (before[start + offset] ?? row) === row),
  );
  return [...before.slice(0, at < 0 ? before.length : at), ...now];
}
