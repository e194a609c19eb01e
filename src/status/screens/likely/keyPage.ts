import {
  DRAFT,
  findQuestion,
  hasFooterOnly,
  isSearchOutput,
  RULE,
  type ShownRows,
} from './dialogRows';
import { GOES_ON_BELOW, isKeyBar } from './keyBar';
import type { LikelySign } from './likelySign';
import { isEmptyList } from './listRows';

/** Rows with a line number. Several are a file that a tool shows. */
const NUMBERED = /^\s{0,8}\d{1,5}(?:\s{2,}|$)/;
const NUMBERED_WITHIN = 12;
const LEAST_NUMBERED = 2;

/** The most rows from the upper rule around a page to its keys. */
const TITLE_ROWS = 6;

const BOX_SIDE = /^\s*[│║]/;

/**
 * A page whose last one or two rows describe its keys, of which one chooses and one leaves, such as a list
 * with columns or a field for a secret. Between two rules, and in a panel, the keys may be above the list.
 */
export function findKeyPage(shown: ShownRows): LikelySign | undefined {
  const { rows, isPanel } = shown;
  const found = findKeys(shown);
  const end = found && (findRuleBelow(shown, found) ?? found.at);
  if (
    !found ||
    isEmptyList(rows.slice(findLine(shown, found.at), end)) ||
    isFile(rows, found.at) ||
    !(isPanel || isLast(shown, found))
  ) {
    return undefined;
  }
  const seen = rows[found.at] ?? '';
  const { asked, title } = findQuestion(shown, found.at);
  return { ruleId: 'likely.keys', question: asked ?? title ?? seen, seen };
}

interface Keys {
  readonly at: number;
  readonly last: number;
}

/** The lowest one or two rows of keys. A narrow panel breaks them anywhere. */
function findKeys({ rows, isPanel }: ShownRows): Keys | undefined {
  for (let at = rows.length - 1; at >= 0; at--) {
    const [row = '', next = ''] = rows.slice(at, at + 2);
    if (isKeyBar(row)) {
      return { at, last: at };
    }
    const goesOn = isPanel || GOES_ON_BELOW.test(row);
    if (isKeyBar(row, next) || (goesOn && isKeyBar(`${row} ${next.trim()}`))) {
      return { at, last: at + 1 };
    }
    if (next === '' && isKeyBar(row, rows[at + 2] ?? '')) {
      return { at, last: at + 2 };
    }
    if (isPanel && isKeyBar(row, next, rows[at + 2] ?? '')) {
      return { at, last: at + 2 };
    }
  }
  return undefined;
}

/** Whether nothing is below the keys, or a status line below the rule that ends their page. `boxSign.ts` reads boxes. */
function isLast(shown: ShownRows, { at, last }: Keys): boolean {
  const { rows, drawn } = shown;
  const below = findRuleBelow(shown, { at, last });
  const isEnd =
    below === undefined ? last === rows.length - 1 : hasFooterOnly(shown, below, () => false);
  return isEnd && !BOX_SIDE.test(drawn[at] ?? '');
}

/** The row of the last rule above `at`. */
function findLine({ drawn }: ShownRows, at: number): number {
  return Math.max(
    drawn.slice(0, at).findLastIndex((row) => RULE.test(row)),
    0,
  );
}

function isFile(rows: readonly string[], at: number): boolean {
  const near = rows.slice(Math.max(at - NUMBERED_WITHIN, 0), at + 1);
  return near.filter((row) => NUMBERED.test(row)).length >= LEAST_NUMBERED || isSearchOutput(near);
}

/**
 * The lower of the rules around a page, which has its keys at its end or below its title. Undefined if
 * there are none, or if they are those of an input.
 */
function findRuleBelow({ rows, drawn }: ShownRows, { at, last }: Keys): number | undefined {
  const above = drawn.slice(0, at).findLastIndex((row) => RULE.test(row));
  const below = drawn.findIndex((row, index) => index > at && RULE.test(row));
  if (above < 0 || below < 0) {
    return undefined;
  }
  const inside = rows.slice(above + 1, below);
  const first = inside.find((row) => row !== '') ?? '';
  const isAtEnd = inside.slice(last - above).every((row) => row === '');
  return (at - above <= TITLE_ROWS || isAtEnd) && !DRAFT.test(first) ? below : undefined;
}
