import { withoutBlanks } from '../base/text/withoutBlanks';
import type { AnswerScreen } from '../providers/model/engineFacts';

interface EchoRows {
  readonly own: readonly number[];
  /**
   * Rows that repeat another prompt, or this one in another form, such as a paste. The composer's
   * row is not one of them.
   */
  readonly others: readonly number[];
}

/** The number of such rows before the prompt was typed. */
export type EchoCount = Readonly<Record<keyof EchoRows, number>>;

/** How many characters of a prompt, without blanks, its row must repeat. */
const HEAD_LENGTH = 16;

/** Prompts longer than this may be shown in another form, in characters. */
const LONG_PROMPT = 200;

/** How many equal rows above two rows show that both are the same row, drawn twice. */
const MATCHING_ROWS = 3;

export function countEchoes(
  facts: AnswerScreen,
  rows: readonly string[],
  prompt: string,
): EchoCount {
  const { own, others } = listEchoes(facts, rows, prompt);
  return { own: own.length, others: others.length };
}

/**
 * Finds the row that repeats this prompt: the first one that did not exist before the prompt was
 * typed, because the answer below may quote it. If `before` is unknown it is the last one. Returns
 * `other` if only other prompts are shown, undefined if none is. Requires that the prompt has left
 * the composer.
 */
export function findEcho(
  facts: AnswerScreen,
  rows: readonly string[],
  prompt: string,
  before: EchoCount | undefined,
): number | 'other' | undefined {
  const { own, others } = listEchoes(facts, rows, prompt);
  if (own.length > 0) {
    return pickNew(rows, own, before?.own);
  }
  // Programs may show a long prompt as a paste.
  const isPaste = prompt.length > LONG_PROMPT || prompt.trim().includes('\n');
  return others.length > 0 && !isPaste ? 'other' : pickNew(rows, others, before?.others);
}

function listEchoes(facts: AnswerScreen, rows: readonly string[], prompt: string): EchoRows {
  const { composer } = facts;
  const [first = ''] = prompt.trim().split('\n');
  const head = withoutBlanks(first).slice(0, HEAD_LENGTH);
  const marked: number[] = [];
  const bare: number[] = [];
  const others: number[] = [];
  const end = composer ? rows.findLastIndex((row) => composer.test(row)) : -1;
  for (const [at, row] of rows.entries()) {
    const mark = echoMarkOf(facts, row);
    if (mark === undefined) {
      bare.push(...(row.trim() === first.trim() ? [at] : []));
    } else if (begins(head, row.slice(mark.length), rows[at + 1])) {
      marked.push(at);
    } else if (facts.echo && at !== end) {
      others.push(at);
    }
  }
  return { own: marked.length > 0 ? marked : bare, others };
}

/** Whether a row begins with `head`; a shorter row is continued by the next one. */
function begins(head: string, row: string, next = ''): boolean {
  const shown = withoutBlanks(row);
  const isShort = shown !== '' && head.startsWith(shown);
  return (isShort ? shown + withoutBlanks(next) : shown).startsWith(head);
}

/** Picks the first new row. If the screen was redrawn below, picks the last copy of that row. */
function pickNew(
  rows: readonly string[],
  found: readonly number[],
  before = Infinity,
): number | undefined {
  // The earlier rows may have left the screen.
  const [first, ...later] = found.slice(Math.min(before, Math.max(found.length - 1, 0)));
  return first === undefined
    ? undefined
    : (later.findLast((at) => isSameAbove(rows, first, at)) ?? first);
}

function isSameAbove(rows: readonly string[], first: number, later: number): boolean {
  const expected = rowsAbove(rows, first);
  const found = rowsAbove(rows, later);
  return expected.length > 0 && expected.every((row, at) => row === found[at]);
}

function rowsAbove(rows: readonly string[], start: number): readonly string[] {
  const above: string[] = [];
  for (let at = start - 1; at >= 0 && above.length < MATCHING_ROWS; at--) {
    const row = rows[at] ?? '';
    above.push(...(row.trim() === '' ? [] : [row]));
  }
  return above;
}

/**
 * The mark at the beginning of a row that repeats a prompt; undefined if the row has none. Empty if
 * the provider uses no mark.
 */
export function echoMarkOf({ echo }: AnswerScreen, row: string): string | undefined {
  return echo ? echo.exec(row)?.[0].slice(0, -1) : '';
}
