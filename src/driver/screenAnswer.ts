import type { AnswerScreen } from '../providers/model/engineFacts';
import { dropEcho } from './dropEcho';
import { findEcho, type EchoCount } from './findEcho';
import { areTerminalWrapped, joinRows } from './joinRows';

/** What a screen shows of an answer. */
export interface ShownAnswer {
  readonly text: string;
  /** Whether the agent was seen to say anything, as far as its provider's marker tells. */
  readonly isSeen: boolean;
  /** Whether the prompt was found, so that the text is there from its begin on. */
  readonly hasBegin: boolean;
}

export interface ScreenText {
  /** The rows of the screen and those above it; what the terminal wrapped is one row. */
  readonly rows: readonly string[];
  /** How wide the screen is. */
  readonly columns: number;
  /** Whether the prompt is among them once it is taken: nothing that left the screen is lost, or it cannot have. */
  readonly keepsRows: boolean;
  /** What seemed to repeat the prompt before it was typed; undefined where that is unknown. */
  readonly before: EchoCount | undefined;
}

export const NOTHING_SHOWN: ShownAnswer = { text: '', isSeen: false, hasBegin: false };

/**
 * Reads what an agent has answered to `prompt` off its screen: without chrome, echo and tools. Where
 * no prompt is to be seen on a screen that keeps nothing above it, the answer has pushed it out, and
 * what there is is its end; else the answer has not begun.
 */
export function readShownAnswer(
  facts: AnswerScreen,
  { rows, columns, keepsRows, before }: ScreenText,
  prompt: string,
): ShownAnswer {
  const echo = findEcho(facts, rows, prompt, before);
  if (echo === 'other' || (echo === undefined && keepsRows)) {
    return NOTHING_SHOWN;
  }
  const hasBegin = echo !== undefined;
  const end = findComposer(facts, rows, hasBegin ? echo + 1 : 0);
  const said = hasBegin ? dropEcho(facts, rows.slice(echo, end), prompt) : rows.slice(0, end);
  const things = splitThings(facts, dropChrome(facts, said), hasBegin);
  const words = things.filter((thing) => !isTool(facts, thing));
  const texts = words.map((thing) => formatThing(facts, thing, columns));
  const text = texts.filter((one) => one !== '').join('\n\n');
  return { text, isSeen: text !== '', hasBegin };
}

function findComposer({ composer }: AnswerScreen, rows: readonly string[], start: number): number {
  const at = composer
    ? rows.findLastIndex((row, index) => index >= start && composer.test(row))
    : -1;
  return at < 0 ? rows.length : at;
}

function dropChrome({ chrome }: AnswerScreen, rows: readonly string[]): readonly string[] {
  return rows.filter((row) => row === '' || !chrome.some((pattern) => pattern.test(row)));
}

/** Each thing that was said or done, from its marker on; what stands before the first is none. */
function splitThings(
  { marker }: AnswerScreen,
  rows: readonly string[],
  hasBegin: boolean,
): readonly (readonly string[])[] {
  if (!marker) {
    return [rows];
  }
  const things: string[][] = hasBegin ? [] : [[]];
  for (const row of rows) {
    if (marker.test(row)) {
      things.push([row]);
    } else {
      things.at(-1)?.push(row);
    }
  }
  return things;
}

function isTool({ tool }: AnswerScreen, rows: readonly string[]): boolean {
  return tool !== undefined && rows.some((row) => tool.test(row));
}

function formatThing({ marker }: AnswerScreen, rows: readonly string[], columns: number): string {
  const mark = marker?.exec(rows[0] ?? '')?.[0];
  const width = mark?.length ?? commonIndent(rows);
  const lines = rows.map((row, at) => {
    const isMarked = at === 0 && mark !== undefined;
    return row.slice(isMarked ? width : Math.min(width, indentOf(row))).trimEnd();
  });
  const isJoined = areTerminalWrapped(rows, columns);
  return (isJoined ? lines : joinRows(lines, columns - width)).join('\n').replace(/^\n+|\n+$/g, '');
}

function commonIndent(rows: readonly string[]): number {
  const indents = rows.filter((row) => row.trim() !== '').map(indentOf);
  return indents.length === 0 ? 0 : Math.min(...indents);
}

function indentOf(row: string): number {
  return row.length - row.trimStart().length;
}
