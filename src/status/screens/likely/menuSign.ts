import {
  BOX_TOP,
  endsText,
  findQuestion,
  hasFooterOnly,
  isInBox,
  isKeyHint,
  isLeaveHint,
  type ShownRows,
} from './dialogRows';
import { readKeyBar } from './keyBar';
import type { LikelySign } from './likelySign';
import { findMarkedMenu, type MarkedMenu } from './markedMenu';

/** How far above a menu its keys and its input are searched, in rows. */
const KEYS_ROWS = 8;

/** An option with its key: `Yes, proceed (y)`, `No (esc)`. */
const KEYED_LABEL = /\((?:esc|tab|shift\+tab|enter|[a-z])\)$/i;

/** A row that states that the agent waits. */
const WAITS = /^\W*waiting for (?:\w+ )?(?:confirmation|approval|input|response|answer)\b/i;

/** A title that states that the agent asks. */
const ASKS = /^\W*[\w ]{1,30} is asking (?:a question|you)\b/i;

/** A question of a library that reads one answer: `? Pick a template`. */
const PROMPT = /^\s*\? \S/;

/** A row that such a library draws below a list which goes on: `(Move up and down to reveal more choices)`. */
const PROMPT_NOTE = /^\s*\([^()]+\)$/;

/** What a label begins with beside its text: `✓ Yes`. */
const LABEL_MARK = /^[^\p{L}\p{N}]+/u;

/** Options of the lists of commands and files that an input opens. */
const COMPLETION = /^[/@]/;

/** An option that cannot be chosen: `Fast  (unavailable here)`. */
const UNAVAILABLE = /\s\((?:unavailable|not available)\b[^()]*\)$/i;

/** An agent's input that holds the begin of a command or file. */
const COMPLETED_INPUT = /^\s*[>❯›]\s*[/@]/;

const GOES_ON = /^(?:log ?in|sign ?in|yes|allow|approve|accept|trust|continue|proceed)\b/i;
const LEAVES = /^(?:exit|quit|no|cancel|deny|reject|decline|don['’]t)\b/i;
/** A label that only leaves a menu. */
const ONLY_LEAVES = /^(?:go )?(?:back|exit|quit|cancel|close|done|return)$/i;
/** What stands below such a menu: what the marked option does. */
const MOST_DESCRIPTION = 1;
/** The fewest options of such a menu. */
const LEAST_OPTIONS = 3;
const MOST_CHOICES = 4;
const MOST_CHOICE_CHARS = 40;

/**
 * A menu with a marker at the end of the screen. The keys that it names, the question above it or the
 * box around it distinguish it from a list.
 */
export function findMenuSign(shown: ShownRows): LikelySign | undefined {
  const { rows, isPanel } = shown;
  const menu = findMarkedMenu(rows);
  if (!menu || isCompletion(rows, menu) || menu.labels.every((label) => UNAVAILABLE.test(label))) {
    return undefined;
  }
  const { asked, title } = findQuestion(shown, menu.first);
  const below = rows.slice(menu.last + 1).filter((row) => row !== '');
  const mayLeave =
    (menu.mark === 'strong' && menu.isNumbered) ||
    isChoice(menu.labels) ||
    (asked !== undefined && asked === title);
  const isOwn = (row: string): boolean =>
    isKeyHint(row) || isBar(row) || WAITS.test(row) || (mayLeave && isLeaveHint(row));
  if (!hasFooterOnly(shown, menu.last, isOwn)) {
    return undefined;
  }
  const hasKeys =
    below.some(isOwn) ||
    rows
      .slice(findKeysStart(shown, menu.first), menu.first)
      .some((row) => isKeyHint(row) || ASKS.test(row)) ||
    menu.labels.some((label) => KEYED_LABEL.test(label));
  const isPrompted = hasPrompt(rows, menu.first);
  const isClear = menu.mark === 'strong' || menu.isNumbered;
  const isDialog = hasKeys
    ? isClear || asked !== undefined || isChoice(menu.labels) || isOnlyBar(below) || isPrompted
    : isPanel ||
      (isClear && isInBox(shown, menu)) ||
      (below.length <= MOST_DESCRIPTION && isLeft(menu)) ||
      (isPrompted && below.every((row) => PROMPT_NOTE.test(row))) ||
      (below.length === 0 && (isAsked(menu, asked) || isChoice(menu.labels)));
  const [seen = ''] = menu.labels;
  return isDialog ? { ruleId: 'likely.menu', question: asked ?? title ?? seen, seen } : undefined;
}

/** The first row in which keys above a menu are searched. What stands above the box around it is text. */
function findKeysStart({ drawn }: ShownRows, first: number): number {
  const top = drawn.slice(0, first).findLastIndex((row) => BOX_TOP.test(row));
  return Math.max(first - KEYS_ROWS, top, 0);
}

/** Whether a row describes keys of a menu, and nothing else. */
function isBar(row: string): boolean {
  const bar = readKeyBar(row);
  return bar !== undefined && (bar.chooses || bar.leaves || bar.moves);
}

/** Whether these rows describe several keys, of which one chooses, and nothing else. */
function isOnlyBar(rows: readonly string[]): boolean {
  const bar = rows.length > 0 ? readKeyBar(...rows) : undefined;
  return bar !== undefined && bar.chooses && bar.count > 1;
}

/** Whether the rows directly above begin with the question of a library's prompt. */
function hasPrompt(rows: readonly string[], first: number): boolean {
  const above = rows.slice(Math.max(first - KEYS_ROWS, 0), first);
  return above.slice(above.lastIndexOf('') + 1).some((row) => PROMPT.test(row));
}

function isAsked({ mark, isNumbered }: MarkedMenu, asked: string | undefined): boolean {
  return mark === 'strong' && isNumbered && asked !== undefined;
}

/** Whether a few short labels contain one that goes on and one that leaves. */
function isChoice(marked: readonly string[]): boolean {
  const labels = marked.map((label) => label.replace(LABEL_MARK, ''));
  return (
    labels.length <= MOST_CHOICES &&
    labels.every((label) => label.length <= MOST_CHOICE_CHARS) &&
    labels.some((label) => GOES_ON.test(label)) &&
    labels.some((label) => LEAVES.test(label))
  );
}

/** Whether one of several options only leaves the menu, which a list in a text does not contain. */
function isLeft({ mark, labels }: MarkedMenu): boolean {
  return (
    mark === 'strong' &&
    labels.length >= LEAST_OPTIONS &&
    labels.some((label) => ONLY_LEAVES.test(label.replace(LABEL_MARK, '')))
  );
}

function isCompletion(rows: readonly string[], { first, labels }: MarkedMenu): boolean {
  const above = rows.slice(Math.max(first - KEYS_ROWS, 0), first);
  return (
    labels.some((label) => COMPLETION.test(label)) ||
    above.some((row) => COMPLETED_INPUT.test(row) && endsText(row))
  );
}
