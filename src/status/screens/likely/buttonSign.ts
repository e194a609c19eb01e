import { findQuestion, hasFooterOnly, isKeyHint, type ShownRows } from './dialogRows';
import { readKeyBar } from './keyBar';
import type { LikelySign } from './likelySign';

const GRANTS = /^(?:allow|approve|accept|yes|trust|proceed|continue|ok(?:ay)?|confirm)\b/i;
const REFUSES = /^(?:deny|reject|no|cancel|don['’]t|decline|skip|exit|quit)\b/i;

/** `[y] Approve`. */
const KEY = /\[(?:[a-z]|enter|esc)\]\s+(?=[A-Z])/i;
const KEYED_ROW = /^\s*\[(?:[a-z]|enter|esc)\]\s+[A-Z]/i;
/** `[A]llow [D]eny`. */
const INITIAL = /[[(]([A-Z])[\])](?=[a-z])/g;
const INITIAL_ROW = /^\s*[[(][A-Z][\])][a-z]/;
const BEFORE_INITIAL = /\s+(?=[[(][A-Z][\])][a-z])/;
/** `[ Okay ]    [ Cancel ]`, `<  OK  >     <Cancel>`. */
const FRAMED = /[[<(] *(\w[\w' ]{0,20}?) *[\])>](?=\s|$)/g;
const FRAMED_ROW = /^\s*(?:[[<(] *\w[\w' ]{0,20}[\])>]\s+)+[[<(] *\w[\w' ]{0,20}[\])>]$/;
const GAP = /\s{2,}/;
/** The mark of the chosen one, if it is the first. */
const MARK = /^\s*[❯›]\s+/;

/**
 * Buttons in one row at the end of the screen, one of which grants and another refuses. Outside of a
 * panel the row, or the one below, has to name their keys.
 */
export function findButtonSign(shown: ShownRows): LikelySign | undefined {
  const { rows, isPanel } = shown;
  const at = rows.findLastIndex((row, index) =>
    hasButtons(row, isPanel || isBar(rows.slice(index + 1).find(isFilled) ?? '')),
  );
  if (at < 0 || !hasFooterOnly(shown, at, isBar)) {
    return undefined;
  }
  const seen = rows[at] ?? '';
  const { asked, title } = findQuestion(shown, at);
  return { ruleId: 'likely.buttons', question: asked ?? title ?? seen, seen };
}

/** Whether a row describes keys, of which one chooses. */
function isBar(row: string): boolean {
  return isKeyHint(row) || readKeyBar(row)?.chooses === true;
}

function isFilled(row: string): boolean {
  return row !== '';
}

/** Whether a row has buttons. `isNamed`: the rows around show that they are some. */
function hasButtons(row: string, isNamed: boolean): boolean {
  const isInitial = INITIAL_ROW.test(row);
  const isKeyed = isInitial || KEYED_ROW.test(row);
  const isFramed = FRAMED_ROW.test(row);
  const labels = isFramed
    ? Array.from(row.matchAll(FRAMED), ([, label = '']) => label.trim())
    : isInitial
      ? row
          .trim()
          .split(BEFORE_INITIAL)
          .map((label) => label.replace(INITIAL, '$1'))
      : row
          .replace(MARK, '')
          .trim()
          .split(isKeyed ? KEY : GAP);
  const [first = ''] = labels;
  const grants = labels.some((one) => GRANTS.test(one));
  const refuses = labels.some((one) => REFUSES.test(one));
  const isKnown = GRANTS.test(first) || REFUSES.test(first);
  const isButton = isKeyed || isFramed || (isKnown && (isNamed || isKeyHint(row)));
  return isButton && grants && refuses;
}
