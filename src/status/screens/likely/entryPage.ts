import {
  BOX_SIDE,
  BOX_TOP,
  endsText,
  findLastBox,
  hasFooterOnly,
  isBehindText,
  isKeyHint,
  RULE,
  type ShownRows,
} from './dialogRows';
import { isKeyBar, readKeyBar } from './keyBar';
import type { LikelySign } from './likelySign';
import { ENTRY, isEmptyList, SEARCH } from './listRows';
import { findMarkedMenu } from './markedMenu';

/** The place of the marked entry in its list: `(1/2)`, `Message 1 of 1`. */
const POSITION = /^\W*(?:[A-Z]\w+ )?\d+(?:-\d+)? ?(?:of|\/) ?\d+\W*$/;

/** The first row of changes in a viewer of them. */
const CHANGES = /(?:^|[\s│])@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/;

/** How far above an entry its keys are searched, in rows. */
const KEYS_ROWS = 4;
/** The row of an input, or of an empty field. */
const INPUT = /^\s*[>$%#»]{1,3}(?:\s|$)/;

/** A shorter title says little without the row below. */
const SHORT = 12;
/** The fewest rows with text above an entry in a box that goes on below the screen. */
const LEAST_ABOVE = 3;

/** The rows of a page, without the lines around it. */
interface Page {
  readonly top: number;
  /** The row behind the last one. */
  readonly end: number;
  readonly by: 'box' | 'cut' | 'rules' | 'screen';
}

/**
 * A page with a marked entry, also the only one, and something that shows that it is a list to choose
 * from: the keys that move and leave at its end, those that choose above, or a field to search it.
 */
export function findEntryPage(shown: ShownRows): LikelySign | undefined {
  const page = findPage(shown);
  const rows = shown.rows.slice(page.top, page.end);
  const filled = rows.filter((row) => row !== '');
  const [title = '', next = ''] = filled;
  const question =
    title.length > SHORT || ENTRY.test(next) ? title : `${title.trim()}: ${next.trim()}`;
  const bar = readKeyBar(filled.at(-1) ?? '') ?? readKeyBar(...filled.slice(-2));
  const at = rows.findLastIndex((row) => ENTRY.test(row) && !SEARCH.test(row));
  const entry = rows[at] ?? '';
  const isList = bar !== undefined && bar.leaves && bar.moves && bar.filters;
  const isChosen =
    at >= 0 &&
    (entry !== title || shown.isPanel || POSITION.test(next)) &&
    !(shown.cursor.row === page.top + at && isBehindText(shown)) &&
    !rows.slice(at + 1).some((row) => INPUT.test(row)) &&
    (bar?.leaves === true && (bar.moves || bar.filters || bar.chooses)
      ? true
      : hasSign(shown, page, at));
  const isViewer = rows.some((row) => CHANGES.test(row));
  return (isList || isChosen) && !isViewer && !isEmptyList(rows)
    ? { ruleId: 'likely.entry', question, seen: entry }
    : undefined;
}

/** Whether the rows around an entry, which have no keys at their end, show that it is one. */
function hasSign(shown: ShownRows, { top, end, by }: Page, at: number): boolean {
  const rows = shown.rows.slice(top, end);
  const above = rows.slice(0, at);
  if (by === 'cut') {
    return above.filter((row) => row !== '').length >= LEAST_ABOVE;
  }
  if (rows.slice(at + 1).some(endsText)) {
    return false;
  }
  const keysAt = above.findLastIndex(
    (row, index) => isKeyBar(row) || isKeyBar(row, above[index + 1] ?? ''),
  );
  if (keysAt >= at - KEYS_ROWS && keysAt >= 0) {
    const isInBox = by === 'screen' && BOX_SIDE.test(shown.drawn[top + keysAt] ?? '');
    return !isInBox && !above.slice(0, keysAt).some((row) => ENTRY.test(row));
  }
  const isFramed = by !== 'screen' || shown.isPanel;
  const menu = findMarkedMenu(rows);
  const isWhole =
    menu?.mark === 'strong' && (menu.isNumbered ? menu.last === rows.length - 1 : false);
  const around = shown.isPanel ? shown.rows : rows;
  const isPlaced = rows.slice(at + 1).some((row) => POSITION.test(row));
  return (
    isFramed &&
    (around.some((row) => SEARCH.test(row)) ||
      (by === 'box' && rows.some(isKeyHint)) ||
      isPlaced ||
      isWhole)
  );
}

/** The last page of a screen. */
function findPage(shown: ShownRows): Page {
  const { rows, drawn, height } = shown;
  const box = findLastBox(shown);
  if (box !== undefined) {
    return { top: box + 1, end: drawn.length - 1, by: 'box' };
  }
  const cut = drawn.findLastIndex((row) => BOX_TOP.test(row));
  if (
    cut >= 0 &&
    drawn.length === height &&
    drawn.slice(cut + 1).every((row) => BOX_SIDE.test(row))
  ) {
    return { top: cut + 1, end: rows.length, by: 'cut' };
  }
  return findRuledPage(shown) ?? { top: 0, end: rows.length, by: 'screen' };
}

/** The rows between the last two rules, of which only a status line is below, or those below the last rule. */
export function findRuledPage(
  shown: ShownRows,
): (Page & { readonly isClosed: boolean }) | undefined {
  const { rows, drawn } = shown;
  const last = drawn.findLastIndex((row) => RULE.test(row));
  if (last < 0) {
    return undefined;
  }
  const above = drawn.slice(0, last).findLastIndex((row) => RULE.test(row));
  const isBox = drawn.slice(last + 1).some((row) => BOX_TOP.test(row));
  const isStatus = above >= 0 && !isBox && hasFooterOnly(shown, last, () => false);
  return isStatus && rows.slice(last + 1).every((row) => readKeyBar(row)?.leaves !== true)
    ? { top: above + 1, end: last, by: 'rules', isClosed: true }
    : { top: last + 1, end: rows.length, by: 'rules', isClosed: false };
}
