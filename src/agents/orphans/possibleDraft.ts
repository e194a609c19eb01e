import type { VisibleScreen } from '../../pty/sessionService';
import { readDraft } from '../prompts/draft';

const SGR = /\x1b\[([\d;:]*)m/g;
const ESCAPES = /\x1b\[[\d;:]*m|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)/g;

/** The codes of the attribute and of bright black, and those that end them. */
const FAINT: ReadonlySet<number> = new Set([2, 90]);
const NOT_FAINT: ReadonlySet<number> = new Set([0, 22, 39]);

/**
 * Whether the input of an agent may contain text that was not sent. True if the input cannot be read.
 * Text after the cursor is a draft unless it is faint, as agents draw placeholders.
 * @param coloured the same screen with colours, see `SessionHandle.colouredText`.
 */
export function mayContainDraft(screen: VisibleScreen, coloured: string): boolean {
  const { rows, cursor } = screen;
  if (readDraft(screen) !== '') {
    return true;
  }
  const row = rows[cursor.row] ?? '';
  const after = row.slice(cursor.column);
  // Agents draw the input in a frame.
  if (/^[\s│┃|]*$/u.test(after)) {
    return false;
  }
  const painted = coloured.split(/\r?\n/).filter((line) => plain(line) === row.trimEnd());
  return painted.length === 0 || !painted.every((line) => isFaintFrom(line, cursor.column));
}

function plain(line: string): string {
  return line.replace(ESCAPES, '').trimEnd();
}

/** Whether all letters of a coloured line from a column on are faint. */
function isFaintFrom(line: string, column: number): boolean {
  let [isFaint, at, index] = [false, 0, 0];
  const parts = [...line.matchAll(SGR), undefined];
  for (const part of parts) {
    const text = line.slice(index, part?.index).replace(ESCAPES, '');
    const visible = text.slice(Math.max(0, column - at));
    if (!isFaint && /[^\s│┃|]/u.test(visible)) {
      return false;
    }
    at += text.length;
    index = (part?.index ?? 0) + (part?.[0].length ?? 0);
    isFaint = isFaintAfter(isFaint, part?.[1] ?? '');
  }
  return true;
}

/** The attribute, or a grey. The program's own colours are not known, so they are no greys. */
function isFaintAfter(was: boolean, codes: string): boolean {
  const list = codes.split(/[;:]/).map(Number);
  let isFaint = was;
  for (let at = 0; at < list.length; at++) {
    const code = list[at] ?? 0;
    if (code === 38) {
      isFaint = isGrey(list.slice(at + 1));
    } else if (FAINT.has(code)) {
      isFaint = true;
    } else if (NOT_FAINT.has(code)) {
      isFaint = false;
    }
    if (code === 38 || code === 48) {
      at += list[at + 1] === 2 ? 4 : 2;
    }
  }
  return isFaint;
}

/** The parameters after 38: `5;n` or `2;r;g;b`. */
function isGrey([kind, ...values]: readonly number[]): boolean {
  if (kind === 5) {
    const [index = 0] = values;
    return index === 8 || (index >= 236 && index <= 250);
  }
  const colour = values.slice(0, 3);
  return Math.max(...colour) - Math.min(...colour) <= 24 && Math.max(...colour) < 200;
}
