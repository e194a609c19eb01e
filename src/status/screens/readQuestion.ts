import type { QuestionRow } from '../../providers/model/statusFacts';
import { toPlainLine } from './screenParts';
import { LINE } from './wholeness';

const BORDERS = /^[\s│┃]+|[\s│┃]+$/g;

interface AskedRows {
  readonly rows: readonly string[];
  /** The rows of the request among them; undefined if they are not known. */
  readonly request: readonly string[] | undefined;
}

/** The rows of a question, joined to one line; undefined if the screen has none of them. */
export function readQuestion(
  wanted: readonly QuestionRow[],
  { rows, request }: AskedRows,
): string | undefined {
  const found: string[] = [];
  for (const one of wanted) {
    const next = one.isCommand && request ? findCommand(one, request) : [findRow(one, rows) ?? ''];
    // Two patterns may match the same row. The rows of one command may be equal.
    found.push(...next.filter((row) => !found.includes(row)));
  }
  const line = toPlainLine(found.join(' '));
  return line === '' ? undefined : line;
}

function findCommand(
  { row, after = [] }: QuestionRow,
  request: readonly string[],
): readonly string[] {
  let at = 0;
  for (const next of [...after, row]) {
    const found = request.slice(at).findIndex((one) => next.test(one));
    if (found < 0) {
      return [];
    }
    at += found + 1;
  }
  const further = request
    .slice(at)
    .map((one) => one.replace(BORDERS, ''))
    .filter((one) => !LINE.test(one));
  return [textOf(row, request[at - 1]) ?? '', ...further];
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
