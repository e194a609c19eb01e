import { findQuestion, hasFooterOnly, isKeyHint, type ShownRows } from './dialogRows';
import type { LikelySign } from './likelySign';
import { MOST_OPTIONS } from './markedMenu';

/** `1. Red`, `  2) Blue`, `  3 (○) Green`, `4 [ ] Black`. */
const NUMBERED =
  /^(?<indent>\s*(?:[❯›▶▸►➤→●>]\s+)?)(?<number>\d{1,2})(?:[.)]|(?=\s+(?:\([○●]\)|\[[ x✓✔]\])\s))\s+(?<label>\S.*)$/;
/** A field below the options: `› after a day`. */
const FIELD = /^\s*[❯›>](?:\s|$)/;
/** An option with another key: `z (○) Type your answer here`. */
const LETTERED = /^\s*[a-z]\s+(?:\([○●]\)|\[[ x✓✔]\])\s/;

interface Option {
  readonly at: number;
  readonly number: number;
  readonly label: string;
}

/**
 * A question above a numbered list without a marker, which may be marked by a colour, and below the
 * list the keys that choose. `markedMenu.ts` reads the lists with a marker.
 */
export function findNumberedSign(shown: ShownRows): LikelySign | undefined {
  const { rows } = shown;
  const keysAt = rows.findLastIndex(isKeyHint);
  if (keysAt < 0 || !hasFooterOnly(shown, keysAt, () => false)) {
    return undefined;
  }
  const options = findOptions(rows, keysAt);
  const [first] = options;
  if (!first || options.length < 2) {
    return undefined;
  }
  const { asked, title } = findQuestion(shown, first.at);
  return asked !== undefined && asked === title
    ? { ruleId: 'likely.numbered', question: asked, seen: first.label }
    : undefined;
}

/** The options above `end`, from 1 on; none if rows that are not part of an option are between them. */
function findOptions(rows: readonly string[], end: number): readonly Option[] {
  const found: Option[] = [];
  const rests: number[] = [];
  for (let at = end - 1; at >= 0; at--) {
    const groups = NUMBERED.exec(rows[at] ?? '')?.groups;
    const { indent = '', number = '', label = '' } = groups ?? {};
    if (groups === undefined && LETTERED.test(rows[at] ?? '')) {
      continue;
    }
    if (groups === undefined) {
      const row = rows[at] ?? '';
      const isField = found.length === 0 && rests.every((column) => column < 0) && FIELD.test(row);
      rests.push(isField ? -1 : row.search(/\S/));
      continue;
    }
    const isNext = found.length === 0 || Number(number) + 1 === found[0]?.number;
    if (!isNext || rests.splice(0).some((column) => column >= 0 && column <= indent.length)) {
      return [];
    }
    found.unshift({ at, number: Number(number), label });
    if (number === '1') {
      return found.length <= MOST_OPTIONS ? found : [];
    }
  }
  return [];
}
