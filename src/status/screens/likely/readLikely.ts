import { toPlainLine } from '../plainLine';
import type { ScreenReading } from '../readScreen';
import { MOST_COLUMNS, type ReadableScreen } from '../screenParts';
import { findBoxSign } from './boxSign';
import { findButtonSign } from './buttonSign';
import { findCoveringPanel } from './coveringPanel';
import { DRAFT, isDiff, toShownRows, type ShownRows } from './dialogRows';
import { findEntryPage, findRuledPage } from './entryPage';
import { findFieldPage } from './fieldPage';
import { findKeyPage } from './keyPage';
import type { LikelySign } from './likelySign';
import { findLinePrompt } from './linePrompt';
import { findMenuSign } from './menuSign';
import { listFrontPanels, listMiddlePanels } from './middlePanel';
import { findNumberedSign } from './numberedSign';
import { findPromptRow } from './promptRow';
import { findRailPrompt } from './railPrompt';
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
  const sign = shown && (findPanelSign(shown) ?? findRuledSign(shown));
  return sign && toReading(sign);
}

/** A question in a panel that an agent's input without the cursor shows to be in front, as {@link readLikely}. */
export function readFrontPanel(screen: ReadableScreen): ScreenReading | undefined {
  const shown = findShown(screen);
  const sign = shown && findSignIn(listFrontPanels(shown));
  return sign && toReading(sign);
}

/** The rows of a screen that may show a question. */
export function findShown({ rows, cursor }: ReadableScreen): ShownRows | undefined {
  const cut = rows.map((row) => row.slice(0, MOST_COLUMNS));
  const shown = toShownRows(cut, cursor);
  return isDiff(shown) ? undefined : shown;
}

/** A sign as the status that it shows. */
export function toReading({ question, ruleId, seen }: LikelySign): ScreenReading {
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
    findRailPrompt(shown) ??
    findBoxSign(shown) ??
    findPromptRow(shown) ??
    findLinePrompt(shown) ??
    findKeyPage(shown) ??
    findEntryPage(shown) ??
    findFieldPage(shown) ??
    findWaitingPage(shown)
  );
}

function findPanelSign(shown: ShownRows): LikelySign | undefined {
  const covering = findCoveringPanel(shown);
  return findSignIn([...(covering ? [covering] : []), ...listMiddlePanels(shown)]);
}

/** Where no row of a panel asks, its first one is the title. */
function findSignIn(panels: readonly ShownRows[]): LikelySign | undefined {
  for (const panel of panels) {
    const sign = findSign(panel) ?? findTitledSign(panel);
    const first = panel.rows.find((row) => HAS_LETTER.test(row))?.trimStart();
    if (sign) {
      const isAsked = first === undefined || sign.question.includes('?');
      return isAsked ? sign : { ...sign, question: readTitle(first)?.text ?? first };
    }
  }
  return undefined;
}

/**
 * A list or keys between two rules above a status line, in the place of an input. What a person types
 * there begins directly below the rule, with a mark in front.
 */
function findRuledSign(shown: ShownRows): LikelySign | undefined {
  const page = findRuledPage(shown);
  if (page?.isClosed !== true) {
    return undefined;
  }
  const { drawn, cursor } = shown;
  const { top, end } = page;
  const inside = toShownRows(drawn.slice(top, end), { ...cursor, row: cursor.row - top });
  const [first = ''] = inside.rows;
  return DRAFT.test(first) ? undefined : (findEntryPage(shown) ?? findKeyPage(inside));
}
