import type { AnswerScreen } from '../providers/model/engineFacts';
import { dropEcho } from './dropEcho';
import { findEcho, type EchoCount } from './findEcho';
import { areTerminalWrapped, joinRows } from './joinRows';

export interface ShownAnswer {
  readonly text: string;
  /** Whether the screen shows any text of the agent, as far as the provider's marker shows this. */
  readonly isSeen: boolean;
  /** Whether the prompt was found, so that the text is complete from its beginning. */
  readonly hasBegin: boolean;
}

interface ScreenText {
  /** The rows of the screen and the scrollback; rows that the terminal wrapped are one row. */
  readonly rows: readonly string[];
  readonly columns: number;
  /**
   * Whether the rows contain the prompt once it was submitted: rows that leave the screen are kept,
   * or none can have left it.
   */
  readonly keepsRows: boolean;
  /** The rows that seemed to repeat the prompt before it was typed; undefined if not known. */
  readonly before: EchoCount | undefined;
}

export const NOTHING_SHOWN: ShownAnswer = { text: '', isSeen: false, hasBegin: false };

/**
 * Reads an agent's answer to `prompt` from its screen, without chrome, echo and tool calls. If no
 * prompt is found on a screen without scrollback, the answer has pushed it out, and the rows show
 * the answer's end. Otherwise the answer has not begun.
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
  const answerRows = hasBegin ? dropEcho(facts, rows.slice(echo, end), prompt) : rows.slice(0, end);
  const blocks = splitBlocks(facts, dropChrome(facts, answerRows), hasBegin);
  const textBlocks = blocks.filter((block) => !isTool(facts, block));
  const texts = textBlocks.map((block) => formatBlock(facts, block, columns));
  const text = texts.filter((one) => one !== '').join('\n\n');
  return { text, isSeen: text !== '', hasBegin };
}

/**
 * Reads the last message of an agent from its screen: the texts after the last prompt or tool call
 * that a text follows. Empty if the screen does not show where it begins.
 */
export function readLastShown(
  facts: AnswerScreen,
  { rows, columns }: Pick<ScreenText, 'columns' | 'rows'>,
): string {
  // A marker shows where a message begins, also if its prompt has left the screen.
  const turns: string[][] = facts.marker ? [[]] : [];
  for (const row of rows.slice(0, findComposer(facts, rows, 0))) {
    if (facts.echo?.test(row)) {
      turns.push([]);
    } else {
      turns.at(-1)?.push(row);
    }
  }
  const texts = turns.map((turn) => {
    const blocks = splitBlocks(facts, dropChrome(facts, turn), true).map((block) =>
      isTool(facts, block) ? undefined : formatBlock(facts, block, columns),
    );
    const last = blocks.findLastIndex((block) => block);
    const before = blocks.slice(0, Math.max(last, 0)).lastIndexOf(undefined);
    return blocks.slice(before + 1, last + 1).filter((block) => block);
  });
  return (texts.findLast((found) => found.length > 0) ?? []).join('\n\n');
}

function findComposer({ composer }: AnswerScreen, rows: readonly string[], start: number): number {
  const at = composer
    ? rows.findLastIndex((row, index) => index >= start && composer.test(row))
    : -1;
  return at < 0 ? rows.length : at;
}

function dropChrome(facts: AnswerScreen, rows: readonly string[]): readonly string[] {
  let isInSpinner = false;
  return rows.filter((row) => {
    isInSpinner = row !== '' && (isInSpinner || facts.spinner?.test(row) === true);
    return row === '' || !(isInSpinner || facts.chrome.some((pattern) => pattern.test(row)));
  });
}

/**
 * Splits the rows into texts and tool calls; each begins at a marker. Rows before the first marker
 * are dropped, unless the beginning is not on the screen.
 */
function splitBlocks(
  { marker }: AnswerScreen,
  rows: readonly string[],
  hasBegin: boolean,
): readonly (readonly string[])[] {
  if (!marker) {
    return [rows];
  }
  const blocks: string[][] = hasBegin ? [] : [[]];
  for (const row of rows) {
    if (marker.test(row)) {
      blocks.push([row]);
    } else {
      blocks.at(-1)?.push(row);
    }
  }
  return blocks;
}

function isTool({ tool }: AnswerScreen, rows: readonly string[]): boolean {
  return tool !== undefined && rows.some((row) => tool.test(row));
}

function formatBlock({ marker }: AnswerScreen, rows: readonly string[], columns: number): string {
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
