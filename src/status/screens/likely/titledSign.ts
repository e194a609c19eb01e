import type { ShownRows } from './dialogRows';
import type { LikelySign } from './likelySign';

/** The gap between a title and its key, and what ends the key. */
const TITLE_GAP = / {8,}/;
const KEY_END = / {2,}/;
const LEAVES =
  /^\W?(?:esc(?:ape)?|ctrl[+-]c)\b\W?(?: ?(?:to )?(?:close|cancel|back|exit|quit))?\W?$/i;

/** The most columns by which an entry, or the mark before it, begins before the title. */
const MARK_COLUMNS = 3;
const LEAST_ENTRIES = 2;

/** A list below a title whose row ends with the key that leaves it. Read in panels only. */
export function findTitledSign({ rows, isPanel }: ShownRows): LikelySign | undefined {
  const at = rows.findLastIndex((row) => readTitle(row.trimStart()) !== undefined);
  const row = rows[at] ?? '';
  const title = readTitle(row.trimStart());
  if (!isPanel || !title) {
    return undefined;
  }
  const column = row.search(/\S/);
  const entries = rows.slice(at + 1).filter((one) => one !== '');
  const isList =
    entries.length >= LEAST_ENTRIES &&
    entries.every((one) => one.search(/\S/) >= column - MARK_COLUMNS);
  return isList ? { ruleId: 'likely.titled', question: title.text, seen: row } : undefined;
}

/** The title at the beginning of a row, and the length of the row up to its key. */
export function readTitle(
  row: string,
): { readonly text: string; readonly length: number } | undefined {
  const gap = TITLE_GAP.exec(row);
  if (!gap || gap.index === 0) {
    return undefined;
  }
  const from = gap.index + gap[0].length;
  const [key = ''] = row.slice(from).split(KEY_END);
  const text = row.slice(0, gap.index);
  return LEAVES.test(key) && !KEY_END.test(text) ? { text, length: from + key.length } : undefined;
}
