import type { AnswerScreen } from '../providers/model/engineFacts';
import { markOf, withoutBlanks } from './echoText';

/** Rows that seem to repeat a prompt, by their places. */
export interface EchoRows {
  /** Those of this prompt. */
  readonly own: readonly number[];
  /** Those of others, or of one that is shown otherwise than it is; the composer is none. */
  readonly others: readonly number[];
}

/** How many of them stood there before the prompt was typed. */
export type EchoCount = Readonly<Record<keyof EchoRows, number>>;

/** As much of a prompt as has to stand in the row that repeats it, without blanks. */
const KNOWN_BY = 16;

/** From so many characters on a program may show a prompt otherwise than it is. */
const LONG = 200;

/** So many rows that are the same are no accident. */
const SURE_ROWS = 3;

export function countEchoes(
  facts: AnswerScreen,
  rows: readonly string[],
  prompt: string,
): EchoCount {
  const { own, others } = listEchoes(facts, rows, prompt);
  return { own: own.length, others: others.length };
}

/**
 * The row that repeats this prompt: the first that was not there before it was typed, for what
 * follows it may quote it. Where `before` is unknown it is the last. `other` where only others are
 * to be seen, undefined where none is. The composer has let go of the prompt.
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
  // A long prompt is shown as a paste.
  const isPaste = prompt.length > LONG || prompt.trim().includes('\n');
  return others.length > 0 && !isPaste ? 'other' : pickNew(rows, others, before?.others);
}

function listEchoes(facts: AnswerScreen, rows: readonly string[], prompt: string): EchoRows {
  const { composer } = facts;
  const [first = ''] = prompt.trim().split('\n');
  const head = withoutBlanks(first).slice(0, KNOWN_BY);
  const marked: number[] = [];
  const bare: number[] = [];
  const others: number[] = [];
  const end = composer ? rows.findLastIndex((row) => composer.test(row)) : -1;
  for (const [at, row] of rows.entries()) {
    const mark = markOf(facts, row);
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

/** Whether a row begins so, or is too short for that and the next one goes on with it. */
function begins(head: string, row: string, next = ''): boolean {
  const shown = withoutBlanks(row);
  const isShort = shown !== '' && head.startsWith(shown);
  return (isShort ? shown + withoutBlanks(next) : shown).startsWith(head);
}

/** Of more than one the last that is the same as the first, drawn again below. */
function pickNew(
  rows: readonly string[],
  found: readonly number[],
  before = Infinity,
): number | undefined {
  // Those from before may have left the screen.
  const [first, ...later] = found.slice(Math.min(before, Math.max(found.length - 1, 0)));
  return first === undefined
    ? undefined
    : (later.findLast((at) => isSameAbove(rows, first, at)) ?? first);
}

/** Whether the same stands above both rows, as far as there is anything above the first. */
function isSameAbove(rows: readonly string[], first: number, later: number): boolean {
  const wanted = rowsAbove(rows, first);
  const found = rowsAbove(rows, later);
  return wanted.length > 0 && wanted.every((row, at) => row === found[at]);
}

/** The next few with anything in them, upwards. */
function rowsAbove(rows: readonly string[], start: number): readonly string[] {
  const above: string[] = [];
  for (let at = start - 1; at >= 0 && above.length < SURE_ROWS; at--) {
    const row = rows[at] ?? '';
    above.push(...(row.trim() === '' ? [] : [row]));
  }
  return above;
}
