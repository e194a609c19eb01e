import { findQuestion, hasFooterOnly, isKeyHint, type ShownRows } from './dialogRows';
import type { LikelySign } from './likelySign';

const GRANTS = /^(?:allow|approve|accept|yes|trust|proceed|continue|ok|confirm)\b/i;
const REFUSES = /^(?:deny|reject|no|cancel|don['’]t|decline|skip|exit|quit)\b/i;

/** `[y] Approve`. */
const KEY = /\[(?:[a-z]|enter|esc)\]\s+(?=[A-Z])/i;
const KEYED_ROW = /^\s*\[(?:[a-z]|enter|esc)\]\s+[A-Z]/i;
const GAP = /\s{2,}/;

/**
 * Buttons in one row at the end of the screen, one of which grants and another refuses. Outside of a
 * panel the row has to name their keys.
 */
export function findButtonSign(shown: ShownRows): LikelySign | undefined {
  const { rows, isPanel } = shown;
  const at = rows.findLastIndex((row) => hasButtons(row, isPanel ? 'panel' : 'screen'));
  if (at < 0 || !hasFooterOnly(shown, at, isKeyHint)) {
    return undefined;
  }
  const seen = rows[at] ?? '';
  const { asked, title } = findQuestion(rows, at);
  return { ruleId: 'likely.buttons', question: asked ?? title ?? seen, seen };
}

function hasButtons(row: string, where: 'panel' | 'screen'): boolean {
  const isKeyed = KEYED_ROW.test(row);
  const labels = row.trim().split(isKeyed ? KEY : GAP);
  const [first = ''] = labels;
  const grants = labels.some((one) => GRANTS.test(one));
  const refuses = labels.some((one) => REFUSES.test(one));
  const isNamed = where === 'panel' || isKeyHint(row);
  const isButton = isKeyed || ((GRANTS.test(first) || REFUSES.test(first)) && isNamed);
  return isButton && grants && refuses;
}
