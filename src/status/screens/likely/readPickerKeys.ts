import type { ScreenReading } from '../readScreen';
import type { ReadableScreen } from '../screenParts';
import { BOX_TOP, RULE } from './dialogRows';
import { isEmptyList } from './listRows';
import { findShown, toReading } from './readLikely';

/** The key that chooses or changes an entry: `Enter to view details`, `space toggle`, `Enter/Space to change`. */
const KEY_CHOOSES =
  /\b(?:enter|return|space)\b(?:\/[\w–-]+)*[\s:)\]]+(?:to )?(?!close|exit|cancel|dismiss|go back|back|quit|leave|return|done|discard|skip|scroll|(?:next |previous )?page|or\b|and\b|to\b)[a-z]/i;

/**
 * A likely question in a picker that a rule of the provider has found by its row of keys: one
 * chooses, and the list is not empty. Undefined for a page that is only read and left.
 */
export function readPickerKeys(screen: ReadableScreen, keysRow: string): ScreenReading | undefined {
  const shown = KEY_CHOOSES.test(keysRow) ? findShown(screen) : undefined;
  const at = shown ? shown.drawn.findLastIndex((row) => row.startsWith(keysRow)) : -1;
  if (!shown || at < 0) {
    return undefined;
  }
  const { rows, drawn } = shown;
  const seen = rows[at] ?? '';
  const column = seen.search(/\S/);
  const top = drawn.slice(0, at).findLastIndex((row) => RULE.test(row) || BOX_TOP.test(row)) + 1;
  const first = rows.slice(top, at).findLastIndex((row) => isLeftOf(row, column)) + 1;
  const title = rows.slice(top + first, at).find((row) => row !== '') ?? seen;
  const others = rows
    .slice(top)
    .filter((row, index) => top + index !== at && !isLeftOf(row, column));
  return isEmptyList(others)
    ? undefined
    : toReading({ ruleId: 'likely.picker', question: title, seen });
}

/** Whether a row begins further to the left than a page whose keys begin in `column`. */
function isLeftOf(row: string, column: number): boolean {
  return row !== '' && row.search(/\S/) < column - 2;
}
