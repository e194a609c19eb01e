import { MAX_NAMES } from './limits';

/** `a, b and 5 more`. */
export function formatNames(names: readonly string[], most = MAX_NAMES): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(', ')} and ${more} more` : names.join(', ');
}

/** `1 file`, `2 files`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
