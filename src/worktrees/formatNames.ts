import { toVisibleText } from '../base/text/visibleText';
import { MAX_NAMES } from './limits';

/** `a, b and 5 more`, on one line. Misleading characters of the names are escaped. */
export function formatNames(names: readonly string[], most = MAX_NAMES): string {
  const more = names.length - most;
  const shown = names.slice(0, most).map(toVisibleText).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** `1 file`, `2 files`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
