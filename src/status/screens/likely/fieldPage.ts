import {
  findLastBox,
  findQuestion,
  isKeyHint,
  isLeaveHint,
  RULE,
  withoutStatusLine,
  type ShownRows,
} from './dialogRows';
import { readKeyBar } from './keyBar';
import type { LikelySign } from './likelySign';

/** `> (type the name)`, `Search: (type to search)`: an empty field with what to type. */
const HINTED = /^\s*(?:[>❯›]|[A-Z][\w ]{0,20}:)\s+\([a-z][^()]{3,60}\)$/;

/** A sentence with the keys of a field, of which one leaves it. */
const FIELD_KEYS =
  /^[^\w`'"*#/|>+-]*[^`'"]{0,60}\b(?:enter|return)\b[^`'"]{0,40}\besc(?:ape)?\b\W{0,2}(?:to )?(?:go back|cancel|close|exit|quit|dismiss|skip)\W*$/i;
/** The most rows from these keys to the box of their field. */
const KEYS_ROWS = 3;
/** An empty field with its mark, and perhaps a drawn cursor. */
const MARKED_FIELD = /^\s*[>❯›]\s?[█▉▊▋▌▏_]?$/;
const EMPTY_FIELD = /^\s*(?:[>❯›]\s?)?[█▋▏_]?$/;

/**
 * A page with a field for text: one that states what to type, between a rule and a last row with the key
 * that leaves; an empty one in a box at the end, below a sentence with its keys, or between a question
 * and its keys. An input of an agent at rest has no key that leaves it, and no question above it.
 */
export function findFieldPage(shown: ShownRows): LikelySign | undefined {
  return findHintedField(shown) ?? findBoxedField(shown) ?? findAskedField(shown);
}

function findHintedField(shown: ShownRows): LikelySign | undefined {
  const { rows, drawn, isPanel } = shown;
  const top = drawn.findLastIndex((row) => RULE.test(row));
  const at = rows.findLastIndex((row, index) => index > top && HINTED.test(row));
  const last = rows.at(-1) ?? '';
  const isLeft = isLeaveHint(last) || readKeyBar(last)?.leaves === true;
  if (!(isPanel || top >= 0) || at < 0 || at === rows.length - 1 || !isLeft) {
    return undefined;
  }
  const { asked, title } = findQuestion(shown, at);
  const seen = rows[at] ?? '';
  return { ruleId: 'likely.field', question: asked ?? title ?? seen, seen };
}

function findBoxedField(shown: ShownRows): LikelySign | undefined {
  const { rows } = shown;
  const top = findLastBox(shown);
  const inside = top === undefined ? [] : rows.slice(top + 1);
  const seen = rows
    .slice(Math.max((top ?? 0) - KEYS_ROWS, 0), top ?? 0)
    .findLast((row) => row !== '');
  const isField = inside.every((row) => EMPTY_FIELD.test(row)) && inside.length <= 2;
  return top !== undefined && isField && seen !== undefined && FIELD_KEYS.test(seen)
    ? { ruleId: 'likely.field', question: seen, seen }
    : undefined;
}

function findAskedField(screen: ShownRows): LikelySign | undefined {
  const shown = withoutStatusLine(screen);
  const top = findLastBox(shown);
  const inside = top === undefined ? [] : shown.rows.slice(top + 1).filter((row) => row !== '');
  const [keys = '', field = '', question = ''] = inside.toReversed();
  return isKeyHint(keys) && MARKED_FIELD.test(field) && question.endsWith('?')
    ? { ruleId: 'likely.field', question, seen: keys }
    : undefined;
}
