import type { ReadableScreen } from '../../../src/status/screens/screenParts';

/** A screen with these rows, in which `▮` is the cursor; without one it is below the last row. */
export function drawnScreen(drawn: readonly string[], height = 24): ReadableScreen {
  const at = drawn.findLastIndex((row) => row.includes('▮'));
  const cursor =
    at < 0 ? { row: drawn.length, column: 0 } : { row: at, column: (drawn[at] ?? '').indexOf('▮') };
  const rows = Array.from({ length: height }, (_, index) =>
    (drawn[index] ?? '').replace('▮', '').trimEnd(),
  );
  return { rows, cursor };
}
