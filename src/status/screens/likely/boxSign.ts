import {
  DRAFT,
  endsText,
  findLastBox,
  isBehindText,
  isKeyHint,
  isLeaveHint,
  toShownRows,
  withoutStatusLine,
  type ShownRows,
} from './dialogRows';
import { GOES_ON_BELOW, isKeyBar, readKeyBar } from './keyBar';
import type { LikelySign } from './likelySign';
import { isEmptyList } from './listRows';
import { findMarkedMenu } from './markedMenu';

/** A title, an entry, and keys. */
const LEAST_ROWS = 3;

/** The fewest keys below a box if none of them has to be one that chooses. */
const LEAST_KEYS = 3;

const BEGINS_WITH_KEY = /^\W*(?:(?:press|use) )?(?:enter|return|esc|tab|space|arrows?|[↑←↵⏎])/i;

const OUTER_SIDES = /^\s*[│┃║]|[│┃║]\s*$/g;

const NOTE = /^\s*>\s/;

/**
 * A box at the end of the screen that is a dialog by its last text, or by the keys in the row below.
 */
export function findBoxSign(shown: ShownRows): LikelySign | undefined {
  return findKeyedBox(shown) ?? findBoxAboveKeys(shown) ?? findBoxLeftByKey(shown);
}

/**
 * A box whose last text names the keys that choose in it, or the one that leaves
 * it if it contains a menu with a marker. Such a box may contain columns, descriptions and samples, so
 * that its list cannot be read.
 */
function findKeyedBox(screen: ShownRows): LikelySign | undefined {
  const shown = withoutStatusLine(screen);
  const top = findLastBox(shown);
  if (top === undefined) {
    return undefined;
  }
  const inside = shown.rows.slice(top + 1, findNestedBox(shown, top));
  const filled = inside.filter((row) => row !== '');
  const [title = ''] = filled;
  const seen = filled.at(-1) ?? '';
  const before = filled.at(-2)?.trim() ?? '';
  const keys = GOES_ON_BELOW.test(before) ? `${before} ${seen.trim()}` : seen;
  const isHint = (BEGINS_WITH_KEY.test(keys) && isKeyHint(keys)) || isKeyBar(keys);
  const isRead = readKeyBar(keys)?.reads === true;
  const hasKeys =
    (isHint && !isRead && !isEmptyList(inside)) || (isLeaveHint(seen) && hasMenu(inside));
  return hasKeys && filled.length >= LEAST_ROWS && !endsText(seen) && !isTyped(shown, top)
    ? { ruleId: 'likely.box', question: title, seen }
    : undefined;
}

/** The box directly above a last row that only describes keys, which move in a list and leave it. */
function findBoxAboveKeys(screen: ShownRows): LikelySign | undefined {
  const { rows, drawn } = screen;
  const seen = drawn.at(-1) ?? '';
  const bar = readKeyBar(seen);
  const isBar = bar !== undefined && bar.moves && bar.leaves && bar.count >= LEAST_KEYS;
  const shown = { ...screen, drawn: drawn.slice(0, -1) };
  const top = isBar ? findLastBox(shown) : undefined;
  if (top === undefined) {
    return undefined;
  }
  const filled = rows.slice(top + 1, drawn.length - 1).filter((row) => row !== '');
  const [title = ''] = filled;
  const isPage = filled.length >= LEAST_ROWS && !isEmptyList(filled) && !DRAFT.test(title);
  return isPage && !isTyped(shown, top)
    ? { ruleId: 'likely.box', question: title, seen }
    : undefined;
}

/** A box with a menu below a title, whose keys are below it. What a person types has no title. */
function findBoxLeftByKey({ drawn, cursor }: ShownRows): LikelySign | undefined {
  const seen = drawn.at(-1) ?? '';
  const shown = isLeaveHint(seen) ? toShownRows(drawn.slice(0, -1), cursor) : undefined;
  const top = shown && findLastBox(shown);
  if (!shown || top === undefined || isTyped(shown, top)) {
    return undefined;
  }
  const inside = shown.rows.slice(top + 1);
  const title = inside.findIndex((row) => row !== '');
  const menu = findMarkedMenu(inside);
  return menu && menu.first > title
    ? { ruleId: 'likely.box', question: inside[title] ?? '', seen }
    : undefined;
}

/** The upper border of a box that is the last thing in the box below `top`, such as a preview. */
function findNestedBox({ drawn }: ShownRows, top: number): number | undefined {
  const inside = drawn.slice(top + 1, -1).map((row) => row.replace(OUTER_SIDES, ''));
  const end = inside.findLastIndex((row) => row.trim() !== '') + 1;
  const nested = findLastBox({ drawn: inside.slice(0, end) });
  return nested === undefined ? undefined : top + 1 + nested;
}

/** Whether something is typed in the box. */
function isTyped(shown: ShownRows, top: number): boolean {
  return shown.cursor.row > top && isBehindText(shown);
}

/** Notes below a menu may begin with `>`, as an option does. */
function hasMenu(rows: readonly string[]): boolean {
  const noted = rows.filter((row) => !NOTE.test(row));
  return [rows, noted].some((some) => findMarkedMenu(some) !== undefined);
}
