import type { QuestionRow } from '../../providers/model/statusFacts';
import { toPlainLine } from './plainLine';

/** The rows of a question, joined to one line; undefined if the screen has none of them. */
export function readQuestion(
  wanted: readonly QuestionRow[],
  rows: readonly string[],
): string | undefined {
  const found = wanted.flatMap((one) => findRow(one, rows) ?? []);
  // Two patterns may match the same row, if a dialog has only one.
  const line = toPlainLine([...new Set(found)].join(' '));
  return line === '' ? undefined : line;
}

function findRow({ row, after = [] }: QuestionRow, rows: readonly string[]): string | undefined {
  const [first, ...others] = after;
  if (!first) {
    return textOf(row, rows[rows.findLastIndex((one) => row.test(one))]);
  }
  let from = rows.findLastIndex((one) => first.test(one)) + 1;
  for (const next of others) {
    from = indexAfter(rows, from, next) + 1;
  }
  const at = from === 0 ? -1 : indexAfter(rows, from, row);
  return textOf(row, rows[at]);
}

/**
 * The index of the first matching row at or after `from`; -1 if there is none, or if `from` is 0.
 */
function indexAfter(rows: readonly string[], from: number, pattern: RegExp): number {
  return from === 0 ? -1 : rows.findIndex((row, at) => at >= from && pattern.test(row));
}

function textOf(pattern: RegExp, row: string | undefined): string | undefined {
  const match = row === undefined ? null : pattern.exec(row);
  if (!match) {
    return undefined;
  }
  const [whole, ...groups] = match;
  return groups.length > 0 ? groups.join(' ') : whole;
}
