import type { AnswerScreen } from '../providers/engineFacts';
import { joinRows } from './joinRows';

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
}

/** As much of a prompt as has to stand in the row that repeats it, without blanks. */
const KNOWN_BY = 16;

/** Reads what an agent has answered to `prompt` off its screen: without chrome, echo and tools. */
export function readShownAnswer(
  facts: AnswerScreen,
  { rows, columns }: ScreenText,
  prompt: string,
): ShownAnswer {
  const above = rows.slice(0, findComposer(facts, rows));
  const echo = findEcho(facts, above, prompt);
  const said = dropPrompt(above.slice(echo + 1), echo < 0 ? '' : prompt);
  const things = splitThings(facts, said, echo >= 0);
  const words = things.filter((thing) => !isTool(facts, thing));
  const texts = words.map((thing) => formatThing(facts, thing, columns));
  const text = texts.filter((one) => one !== '').join('\n\n');
  return { text, isSeen: text !== '', hasBegin: echo >= 0 };
}

function findComposer({ composer }: AnswerScreen, rows: readonly string[]): number {
  const at = composer ? rows.findLastIndex((row) => composer.test(row)) : -1;
  return at < 0 ? rows.length : at;
}

/** The last row that repeats this prompt, else any: a long one is shown as a paste. */
function findEcho({ echo }: AnswerScreen, rows: readonly string[], prompt: string): number {
  const head = withoutBlanks(prompt).slice(0, KNOWN_BY);
  const isEcho = (row: string): boolean => echo?.test(row) ?? true;
  const own = rows.findLastIndex(
    (row) => isEcho(row) && withoutBlanks(row.replace(/^[\s│┃|❯›>●]+/u, '')).startsWith(head),
  );
  return own < 0 && echo ? rows.findLastIndex(isEcho) : own;
}

/** The prompt's further rows, and what is blank. */
function dropPrompt(rows: readonly string[], prompt: string): readonly string[] {
  const whole = withoutBlanks(prompt);
  const start = rows.findIndex((row) => !whole.includes(withoutBlanks(row)));
  return start < 0 ? [] : rows.slice(start);
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

function formatThing(
  { chrome, marker }: AnswerScreen,
  rows: readonly string[],
  columns: number,
): string {
  const isChrome = (row: string): boolean => chrome.some((pattern) => pattern.test(row));
  const blanked = rows
    .filter((row) => row === '' || !isChrome(row))
    .map((row) => {
      const mark = marker?.exec(row)?.[0];
      return mark === undefined ? row : ' '.repeat(mark.length) + row.slice(mark.length);
    });
  const indents = blanked.filter((row) => row.trim() !== '').map((row) => row.search(/\S/));
  const indent = indents.length === 0 ? 0 : Math.min(...indents);
  const lines = joinRows(blanked, columns).map((row) => row.slice(indent).trimEnd());
  return lines.join('\n').replace(/^\n+|\n+$/g, '');
}

function withoutBlanks(text: string): string {
  return text.replace(/[\s│┃|]+/gu, '');
}
