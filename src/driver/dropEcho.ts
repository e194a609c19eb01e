import { PASTE } from '../agents/prompts/promptMatch';
import { withoutBlanks } from '../base/text/withoutBlanks';
import type { AnswerScreen } from '../providers/model/engineFacts';
import { echoMarkOf } from './findEcho';

/** The end of a row that cuts its line off. */
const CUT = /(?:…|\.{3})$/u;

/** A prompt without blanks, with the offsets of its lines in UTF-16 code units. */
interface Flat {
  readonly text: string;
  readonly lines: readonly number[];
  /** The offsets of lines that follow a blank line. */
  readonly paragraphs: readonly number[];
}

/**
 * Returns the rows after the echo of a prompt, which begins in the first of `rows`. A row belongs
 * to the echo only if it continues the prompt where the row above stopped, and up to the end of a
 * line, because an answer may consist of the prompt's own words.
 */
export function dropEcho(
  facts: AnswerScreen,
  rows: readonly string[],
  prompt: string,
): readonly string[] {
  const flat = flatten(prompt);
  const [echo = '', ...more] = rows;
  let at = skipEcho(flat, echo.slice(echoMarkOf(facts, echo)?.length ?? 0));
  let start = 0;
  let isBelowBlank = false;
  for (const [index, row] of more.entries()) {
    if (withoutBlanks(row) === '') {
      isBelowBlank = true;
      continue;
    }
    const next = isBelowBlank && !flat.paragraphs.includes(at) ? undefined : skip(flat, at, row);
    if (next === undefined) {
      break;
    }
    at = next;
    isBelowBlank = false;
    start = isLineEnd(flat, at) ? index + 1 : start;
  }
  return more.slice(start);
}

function flatten(prompt: string): Flat {
  const lines: number[] = [];
  const paragraphs: number[] = [];
  let text = '';
  let isBelowBlank = false;
  for (const line of prompt.trim().split('\n').map(withoutBlanks)) {
    if (line !== '') {
      lines.push(text.length);
      paragraphs.push(...(isBelowBlank ? [text.length] : []));
      text += line;
    }
    isBelowBlank = line === '';
  }
  return { text, lines, paragraphs };
}

/**
 * The offset up to which the first row shows the prompt. Other text may follow in the row, or
 * replace a paste.
 */
function skipEcho(flat: Flat, row: string): number {
  if (PASTE.test(row)) {
    return flat.text.length;
  }
  const shown = withoutBlanks(row);
  const common = commonLength(shown, flat.text);
  return common === shown.length ? common : nextLine(flat, Math.max(common, 1));
}

/**
 * The offset up to which a row continues the prompt from `at`; undefined if it does not continue
 * it.
 */
function skip(flat: Flat, at: number, row: string): number | undefined {
  const shown = withoutBlanks(row);
  if (flat.text.startsWith(shown, at)) {
    return at + shown.length;
  }
  const uncut = shown.replace(CUT, '');
  const isCut = uncut !== shown && uncut !== '' && flat.text.startsWith(uncut, at);
  return isCut ? nextLine(flat, at + uncut.length) : undefined;
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) {
    length += 1;
  }
  return length;
}

function nextLine({ lines, text }: Flat, from: number): number {
  return lines.find((start) => start >= from) ?? text.length;
}

function isLineEnd(flat: Flat, at: number): boolean {
  return nextLine(flat, at) === at;
}
