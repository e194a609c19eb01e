import type { VisibleScreen } from '../../pty/sessionService';

/** Some have a star there while they ask for nothing; that alone may begin a row of a list. */
const INPUT = /^[\s│┃|]*(?:[❯›>](?:\s|$)|\* {3})(?<text>.*)$/u;

/**
 * What stands before the cursor in the input of an agent, which most draw as `❯ text`; empty for an
 * empty input or a placeholder. Undefined where the cursor's row is no such input: then nothing is
 * known of it.
 */
export function readDraft({ rows, cursor }: VisibleScreen): string | undefined {
  const before = rows[cursor.row]?.padEnd(cursor.column).slice(0, cursor.column) ?? '';
  const groups = INPUT.exec(before)?.groups;
  return groups && (groups['text'] ?? '').trim();
}
