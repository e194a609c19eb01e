import type { VisibleScreen } from '../../pty/sessionService';

/**
 * The row of an input, up to the cursor. Some agents draw a star in place of the angle; it counts
 * only with three spaces after it, because `* ` also begins the row of a list.
 */
const INPUT = /^[\s│┃|]*(?:[❯›>](?:\s|$)|\* {3})(?<text>.*)$/u;

/**
 * The text before the cursor in the input of an agent, which most agents draw as `❯ text`. Empty for
 * an empty input or a placeholder. Undefined if the row of the cursor is not such an input, so the
 * input cannot be read.
 */
export function readDraft({ rows, cursor }: VisibleScreen): string | undefined {
  const before = rows[cursor.row]?.padEnd(cursor.column).slice(0, cursor.column) ?? '';
  const groups = INPUT.exec(before)?.groups;
  return groups && (groups['text'] ?? '').trim();
}
