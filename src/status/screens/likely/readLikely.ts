import { toPlainLine } from '../plainLine';
import type { ScreenReading } from '../readScreen';
import { MOST_COLUMNS, type ReadableScreen } from '../screenParts';
import { findButtonSign } from './buttonSign';
import { isDiff, toShownRows } from './dialogRows';
import { findLinePrompt } from './linePrompt';
import { findMenuSign } from './menuSign';
import { findNumberedSign } from './numberedSign';
import { findKeyPage, findWaitingPage } from './waitingPage';

/**
 * A question that a screen probably shows, by signs that no provider defines: a menu with a marker,
 * buttons, `(y/n)`, a prompt for a secret, a page that waits for a key or a sign-in. It has to be the
 * last thing on the screen, because above that a screen can contain any text. Undefined if there is
 * none.
 */
export function readLikely({ rows, cursor }: ReadableScreen): ScreenReading | undefined {
  const shown = toShownRows(
    rows.map((row) => row.slice(0, MOST_COLUMNS)),
    cursor,
  );
  if (isDiff(shown)) {
    return undefined;
  }
  const sign =
    findMenuSign(shown) ??
    findNumberedSign(shown) ??
    findButtonSign(shown) ??
    findLinePrompt(shown) ??
    findKeyPage(shown) ??
    findWaitingPage(shown);
  return (
    sign && {
      state: {
        kind: 'needsInput',
        need: 'question',
        question: toPlainLine(sign.question),
        likely: true,
      },
      ruleId: sign.ruleId,
      seen: toPlainLine(sign.seen),
    }
  );
}
