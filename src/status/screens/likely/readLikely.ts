import { toPlainLine } from '../plainLine';
import type { ScreenReading } from '../readScreen';
import { MOST_COLUMNS, type ReadableScreen } from '../screenParts';
import { findBoxSign } from './boxSign';
import { findButtonSign } from './buttonSign';
import { findCoveringPanel } from './coveringPanel';
import { isDiff, toShownRows, type ShownRows } from './dialogRows';
import { findKeyPage } from './keyPage';
import type { LikelySign } from './likelySign';
import { findLinePrompt } from './linePrompt';
import { findMenuSign } from './menuSign';
import { findNumberedSign } from './numberedSign';
import { findTitledSign, readTitle } from './titledSign';
import { findWaitingPage } from './waitingPage';

const HAS_LETTER = /\p{L}/u;

/**
 * A question that a screen probably shows, by signs that no provider defines: a menu with a marker,
 * buttons, `(y/n)`, a prompt for a secret, a page that waits for a key or a sign-in. It has to be the
 * last thing on the screen, because above that a screen can contain any text; or a panel that is
 * drawn over other rows. Undefined if there is none.
 */
export function readLikely(screen: ReadableScreen): ScreenReading | undefined {
  const shown = findShown(screen);
  const sign = shown && (findPanelSign(shown) ?? findSign(shown));
  return sign && toReading(sign);
}

/**
 * A question in a panel that is drawn over other rows, as {@link readLikely}. The input of an agent at
 * rest may be visible around it, above which anything else that looks like a question is text.
 */
export function readPanel(screen: ReadableScreen): ScreenReading | undefined {
  const shown = findShown(screen);
  const sign = shown && findPanelSign(shown);
  return sign && toReading(sign);
}

/** The rows of a screen that may show a question. */
function findShown({ rows, cursor }: ReadableScreen): ShownRows | undefined {
  const cut = rows.map((row) => row.slice(0, MOST_COLUMNS));
  const shown = toShownRows(cut, cursor);
  return isDiff(shown) ? undefined : shown;
}

function toReading({ question, ruleId, seen }: LikelySign): ScreenReading {
  const state = { kind: 'needsInput', need: 'question', likely: true } as const;
  return {
    state: { ...state, question: toPlainLine(question) },
    ruleId,
    seen: toPlainLine(seen),
  };
}

function findSign(shown: ShownRows): LikelySign | undefined {
  return (
    findMenuSign(shown) ??
    findNumberedSign(shown) ??
    findButtonSign(shown) ??
    findBoxSign(shown) ??
    findLinePrompt(shown) ??
    findKeyPage(shown) ??
    findWaitingPage(shown)
  );
}

/** Where no row of a panel asks, its first one is the title. */
function findPanelSign(shown: ShownRows): LikelySign | undefined {
  const panel = findCoveringPanel(shown);
  const sign = panel && (findSign(panel) ?? findTitledSign(panel));
  const first = panel?.rows.find((row) => HAS_LETTER.test(row))?.trimStart();
  if (!sign || first === undefined || sign.question.includes('?')) {
    return sign;
  }
  return { ...sign, question: readTitle(first)?.text ?? first };
}
