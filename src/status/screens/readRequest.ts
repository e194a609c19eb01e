import type { RequestRows } from '../../providers/model/statusFacts';
import type { ShownRequest } from '../activity';

/** A person does not read more in a message. No recorded request has more than 500 characters. */
const MOST_CHARS = 8000;

/** Matches a row of lines and corners only. Its length follows the screen, so all are shown alike. */
export const LINE = /^[\s\u2500-\u259f]*[\u2500-\u259f][\s\u2500-\u259f]*$/;
const SHOWN_LINE = '───';

/** A row of which, or next to which, the CLI has left out something. */
const CUT = /…|^\W*\.{3} .*\b(?:hidden|more|truncated)\b|\+\d+ (?:more )?lines?\b/;

/** A row below the options that counts the rows of the dialog above the screen. */
const SCROLLED = /[↑+]\s?\d+ more lines?\b/;

/**
 * The request of the dialog on a screen.
 * @param rows the whole rows of the whole screen, because each character counts.
 */
export function readRequest(where: RequestRows | undefined, rows: readonly string[]): ShownRequest {
  if (!where) {
    return partial('no rule finds the whole request of this dialog');
  }
  const { found, below } = findRequest(where, rows);
  if (!found || below.some((row) => SCROLLED.test(row))) {
    return partial('its screen does not show the whole request');
  }
  const texts = withoutIndent(found.map((row) => toText(row, where.borders ?? [])));
  if (mayBeTooHigh(where, found, rows) || texts.some((row) => isCut(where, row))) {
    return partial('its dialog may show only a part of the request');
  }
  const text = texts.filter((row, at) => row !== '' && !isOuterLine(row, at, texts)).join('\n');
  if (text.length > MOST_CHARS) {
    return partial('its request is too long to be shown outside of it');
  }
  return text === '' ? partial('its request has no text') : { kind: 'whole', text };
}

function mayBeTooHigh(
  { height }: RequestRows,
  found: readonly string[],
  rows: readonly string[],
): boolean {
  return (
    height !== undefined && (found.length > height.mostRows || rows.length < height.leastScreen)
  );
}

function isCut({ cut, repeated }: RequestRows, row: string): boolean {
  return (CUT.test(row) || cut?.test(row) === true) && !repeated?.test(row);
}

interface FoundRequest {
  /** Its rows with their borders; undefined if the screen does not show its beginning or end. */
  readonly found: readonly string[] | undefined;
  /** The rows below it. */
  readonly below: readonly string[];
}

export function findRequest(
  { frame, from, to }: RequestRows,
  rows: readonly string[],
): FoundRequest {
  const end = Math.max(
    rows.findLastIndex((row) => to.test(row)),
    0,
  );
  const above = rows.slice(0, end);
  const framed = frame ? above.findLastIndex((row) => frame.test(row)) : -1;
  const begin = from ? above.findIndex((row, at) => at > framed && from.test(row)) : framed;
  // Above a dialog that has no frame, blank rows show that its top is on the screen. If the frame has
  // left the screen, they may be rows of a command.
  const isWhole = frame
    ? framed >= 0
    : begin > 0 && above.slice(0, begin).every((row) => row.trim() === '');
  return { found: begin >= 0 && isWhole ? above.slice(begin) : undefined, below: rows.slice(end) };
}

/** A row without its borders. Only spaces are trimmed, since other blanks are part of a command. */
function toText(row: string, borders: readonly RegExp[]): string {
  const text = borders.reduce((rest, border) => rest.replace(border, ''), row).replace(/ +$/, '');
  return LINE.test(text) ? SHOWN_LINE : text;
}

function withoutIndent(texts: readonly string[]): readonly string[] {
  const indents = texts
    .filter((row) => row !== '' && row !== SHOWN_LINE)
    .map((row) => row.search(/[^ ]/));
  const indent = Math.min(...indents);
  return texts.map((row) => (row === SHOWN_LINE ? row : row.slice(indent)));
}

/** Whether a row is the line above all text, or one directly below another one. */
function isOuterLine(row: string, at: number, texts: readonly string[]): boolean {
  const before = texts.slice(0, at).findLast((one) => one !== '');
  return row === SHOWN_LINE && (before === undefined || before === SHOWN_LINE);
}

function partial(why: string): ShownRequest {
  return { kind: 'partial', why };
}
