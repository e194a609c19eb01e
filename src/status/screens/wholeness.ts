import type { RequestRows } from '../../providers/model/statusFacts';
import type { ReadableScreen } from './screenParts';

/**
 * Characters whose width no program disputes: ASCII, some signs of CLIs, lines and blocks, and wide letters and
 * punctuation. Of all others, such as joined, flagged, combining and East-Asian ambiguous ones, a CLI and the
 * terminal may count other columns, so that the end of a row becomes the beginning of the next.
 */
const CERTAIN =
  /^[ -~❯›⎿\u2013\u2014\u2018\u2019\u201c\u201d\u2500-\u259f\u3001\u3002\u3008-\u3011\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/;
const WIDE = /[\u3001-\uff60]/g;

/** A row of which, or next to which, the CLI has left out something. */
const CUT = /…|^\W*\.{3} .*\b(?:hidden|more|truncated)\b|\+\d+ (?:more )?lines?\b/;

/** Words with which CLIs state that a dialog does not show all, or that a key shows more. Spaces may be wrapped. */
const WITHHELD = [
  /\bwithheld\b|\b(?:can(?:not|[’']t)|could(?: not|n[’']t)) be (?:shown|displayed|previewed)\b|\bnot shown\b/i,
  /(?:[↑↓+]|\b(?:and|first|last|plus)) ?\d+ (?:more|other|further) |\b\d+ (?:more|hidden|omitted) \w+/i,
  /\b\d+ (?:lines?|rows?|changes?|char(?:acter)?s?|bytes|files?) (?:(?:are|were) )?(?:collapsed|cut|hidden|left out|omitted|truncated)\b/i,
  /[([<](?:[^)\]>]{0,60}[^\w)\]>])?(?:abbreviated|collapsed|cut|hidden|omitted|snipped|truncated)\b[^)\]>]{0,60}[)\]>]/i,
  /\b(?:ctrl|alt|cmd|shift|key|press|click)\b.{0,20}\bto (?:expand|preview|reveal|scroll|see|show|view)\b/i,
  /\btoo (?:big|large|long|many|narrow|short|small) to (?:diff|display|preview|render|show)\b|\bterminal is too \w+/i,
  /^\W*(?:show|view) (?:all|details|full|more)\b/im,
].map((words) => new RegExp(words.source.replaceAll(' ', '\\s'), words.flags));

/** A row of lines and corners only. */
export const LINE = /^[\s\u2500-\u259f]*[\u2500-\u259f][\s\u2500-\u259f]*$/;
const BOX_TOP = /^ *╭─+╮$/;
const BOX_END = /^ *╰─+╯$/;

export interface RequestOnScreen {
  /** The index of its frame, or of its first row if it has none. */
  readonly top: number;
  readonly begin: number;
  /** The index of the first row below it. */
  readonly end: number;
  /** Its rows without their borders. */
  readonly texts: readonly string[];
}

/** A clause with the reason why the request may not be whole; undefined if it is. */
export function findDoubt(
  where: RequestRows,
  { rows, wrapped = [] }: Pick<ReadableScreen, 'rows' | 'wrapped'>,
  { top, begin, end, texts }: RequestOnScreen,
): string | undefined {
  const isRepeated = (text: string, at: number): boolean =>
    where.repeated?.test(text) === true && isFirst(texts.slice(0, at));
  const checked = texts.map((text, at) => (isRepeated(text, at) ? text.replace('…', '') : text));
  const isCut =
    checked.some((text) => CUT.test(text) || where.cut?.test(text)) ||
    (where.twice && !isStatedTwice(where.twice, texts));
  if (isCut || isTooHigh(where, end - begin, rows) || withholds([...checked, ...rows.slice(end)])) {
    return 'its dialog may show only a part of the request';
  }
  if (checked.some((text) => !CERTAIN.test(text) && !where.own?.test(text))) {
    return 'it contains characters whose width is not certain';
  }
  const { sides } = where;
  const isOpen = sides && rows.slice(begin + 1, end).some((row) => row !== '' && !sides.test(row));
  if (isOpen || !isClosed(rows, top) || wrapped.some((at) => at >= top)) {
    return 'the frame of its dialog is not intact';
  }
  return undefined;
}

function withholds(rows: readonly string[]): boolean {
  const text = rows.map((row) => row.trim()).join('\n');
  return WITHHELD.some((words) => words.test(text));
}

function isStatedTwice(besides: RegExp, texts: readonly string[]): boolean {
  const [stated, command] = texts
    .join('\n')
    .split(/\n\n+/)
    .map((part) => part.replace(/\s/g, ''));
  return stated?.replace(besides, '') === command;
}

function isFirst(above: readonly string[]): boolean {
  return above.every((text) => text === '' || LINE.test(text));
}

function isTooHigh({ height }: RequestRows, count: number, rows: readonly string[]): boolean {
  return height !== undefined && (count > height.mostRows || rows.length < height.leastScreen);
}

/** Whether the box that begins at `top` is closed on all sides, and no row of a box is above it. */
function isClosed(rows: readonly string[], top: number): boolean {
  const frame = rows[top] ?? '';
  if (!BOX_TOP.test(frame)) {
    return true;
  }
  const left = frame.indexOf('╭');
  const bottom = rows.findIndex((row, at) => at > top && BOX_END.test(row));
  const box = rows.slice(top, bottom + 1);
  return (
    box.every((row) => row.length + (row.match(WIDE)?.length ?? 0) === frame.length) &&
    box.slice(1, -1).every((row) => row[left] === '│' && row.endsWith('│')) &&
    bottom > top &&
    rows[top - 1]?.[left] !== '│'
  );
}
