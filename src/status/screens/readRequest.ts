import type { RequestRows } from '../../providers/model/statusFacts';
import type { ShownRequest } from '../activity';
import type { ReadableScreen } from './screenParts';
import { findDoubt, LINE, type RequestOnScreen } from './wholeness';

/** A person does not read more in a message. No recorded request has more than 500 characters. */
const MOST_CHARS = 8000;

/** How a line of a dialog is shown, whose length follows the screen. */
const SHOWN_LINE = '───';

/** The borders of two boxes beside a line, which the text of a request does not reach. */
const BORDER_COLUMNS = 4;

/**
 * The request of the dialog on a screen.
 * @param screen with whole rows, because each character counts.
 */
export function readRequest(
  where: RequestRows | undefined,
  screen: Pick<ReadableScreen, 'rows' | 'wrapped'>,
): ShownRequest {
  if (!where) {
    return partial('no rule finds the whole request of this dialog');
  }
  const found = locate(where, screen.rows);
  if (!found) {
    return partial('its screen does not show the whole request');
  }
  const rows = readRows(where, screen.rows, found);
  const doubt = findDoubt(where, screen, { ...found, texts: rows.map(({ text }) => text) });
  if (doubt !== undefined) {
    return partial(doubt);
  }
  const text = toText(rows);
  if (text.length > MOST_CHARS) {
    return partial('its request is too long to be shown outside of it');
  }
  return text === '' ? partial('its request has no text') : { kind: 'whole', text };
}

/** The rows of a request with their borders; undefined if the screen does not show its beginning or end. */
export function findRequest(
  where: RequestRows,
  rows: readonly string[],
): readonly string[] | undefined {
  const found = locate(where, rows);
  return found && rows.slice(found.begin, found.end);
}

/** Where a request is, as in `RequestOnScreen`. */
type Place = Omit<RequestOnScreen, 'texts'>;

function locate({ frame, from, to }: RequestRows, rows: readonly string[]): Place | undefined {
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
  return begin >= 0 && isWhole ? { top: frame ? framed : begin, begin, end } : undefined;
}

interface RequestRow {
  /** Without borders. Only spaces are trimmed, since other blanks are part of a command. */
  readonly text: string;
  /** Whether it is a line of the dialog, which reaches its borders; a line in a command does not. */
  readonly isLine: boolean;
}

function readRows(
  { borders = [] }: RequestRows,
  rows: readonly string[],
  { top, begin, end }: Place,
): readonly RequestRow[] {
  const frame = rows[top] ?? '';
  const hasLine = LINE.test(frame);
  return rows.slice(hasLine && top === begin ? begin + 1 : begin, end).map((row) => {
    const bare = borders.reduce((rest, border) => rest.replace(border, ''), row);
    const text = bare.replace(/ +$/, '');
    const isWide = text.length >= frame.trim().length - BORDER_COLUMNS;
    return { text, isLine: hasLine && isWide && !text.startsWith(' ') && LINE.test(text) };
  });
}

/** The request as text: without common indentation, blank rows, and lines above all text or below another one. */
function toText(rows: readonly RequestRow[]): string {
  const filled = rows.filter(({ text }) => text !== '');
  const indents = filled.filter(({ isLine }) => !isLine).map(({ text }) => text.search(/[^ ]/));
  const indent = Math.min(...indents);
  return filled
    .filter(({ isLine }, at) => !isLine || filled[at - 1]?.isLine === false)
    .map(({ text, isLine }) => (isLine ? SHOWN_LINE : text.slice(indent)))
    .join('\n');
}

function partial(why: string): ShownRequest {
  return { kind: 'partial', why };
}
