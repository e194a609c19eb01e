/** A list of which one row is marked, as agents draw their dialogs. */
export interface MarkedMenu {
  /** The indexes of its first and last row, descriptions included. */
  readonly first: number;
  readonly last: number;
  readonly labels: readonly string[];
  /**
   * `strong`: marked by a glyph that agents use for nothing but a selection and their input. `weak`: by
   * one that also begins messages, quotes and lists.
   */
  readonly mark: 'strong' | 'weak';
  readonly isNumbered: boolean;
}

interface Row {
  readonly mark: string;
  readonly number: number | undefined;
  /** The columns in which the row and its label begin, from 0, without the mark. */
  readonly start: number;
  readonly column: number;
  readonly isRadio: boolean;
  readonly label: string;
}

/** The rows of a screen; undefined for blank ones. */
type Rows = readonly (Row | undefined)[];

/** `❯ 1. Yes`, `  2. No`, `❯ No, exit`, `● OpenAI`, `○ Anthropic`, `2 (○) Yes`. */
const OPTION =
  /^(?<lead>\s*(?:(?<mark>[❯›▶▸►➤→»●◉◆◼>])(?:\s+|(?=[◯◉○●◻◼]\s))|[↑↓]\s+)?)(?<numbered>\[?(?<number>\d{1,2})(?:[.)\]]|(?=\s+\([●○]\)))\s+)?(?<radio>(?:\([●○ ]\)|[○◯◉●◻◼])\s+)?(?<tick>[✔✓✗✘]\s+)?(?<label>\S.*)$/u;

const STRONG = '❯›▶▸►➤';
/** Marks of what is chosen, next to that of the selected row. */
const CHOSEN = '●◉◼';

/** A list with more options is a text. */
export const MOST_OPTIONS = 20;
/** The most rows of a description below an option. */
const MOST_DESCRIPTION = 3;
/** The fewest options of a list with blank rows between all of them. */
const LEAST_SPACED = 3;

/**
 * Reads whether a screen of an agent without rules shows a menu, strictly, since an answer can look
 * like one; the options of a known dialog are read by `readMenu` of `src/agents/dialogs/answerMenu.ts`.
 * @returns the lowest marked menu of rows without borders; undefined if they have none.
 */
export function findMarkedMenu(rows: readonly string[]): MarkedMenu | undefined {
  const parsed = rows.map(parseRow);
  const marked = parsed.flatMap((row, at) => (row && row.mark !== '' ? [at] : []));
  const lowest = marked.at(-1);
  const selected = marked.findLast((at) => !CHOSEN.includes(parsed[at]?.mark ?? ''));
  for (const at of new Set([lowest, selected])) {
    const menu =
      at === undefined ? undefined : (findMenuAt(parsed, at, 1) ?? findMenuAt(parsed, at, 2));
    if (menu) {
      return menu;
    }
  }
  return undefined;
}

/** The menu of which the row `at` is marked. With two blank rows between options, all gaps are as high. */
function findMenuAt(parsed: Rows, at: number, mostBlank: 1 | 2): MarkedMenu | undefined {
  const marked = parsed[at];
  if (!marked) {
    return undefined;
  }
  const find = (rows: Rows, step: 1 | -1): readonly number[] =>
    findSiblings(rows, { marked, step, mostBlank });
  const above = find(parsed.slice(0, at).reverse(), -1).map((n) => at - 1 - n);
  const below = find(parsed.slice(at + 1), 1).map((n) => at + 1 + n);
  const found = [...above.reverse(), at, ...below];
  const [first = at] = found;
  const isWhole =
    mostBlank === 2
      ? isSpaced(parsed, found)
      : marked.number === undefined
        ? parsed[at - 1] !== undefined ||
          parsed[at + 1] !== undefined ||
          isSpaced(parsed, found) ||
          isBelowOthers(above)
        : parsed[first]?.number === 1 || isScrolled(parsed[first - 1]);
  return isWhole && found.length > 1 && found.length <= MOST_OPTIONS
    ? toMenu(parsed, found, marked)
    : undefined;
}

function parseRow(text: string): Row | undefined {
  const groups = OPTION.exec(text)?.groups;
  if (!groups) {
    return undefined;
  }
  const { lead = '', mark = '', numbered = '', number, radio = '', tick = '', label = '' } = groups;
  return {
    mark: radio.includes('●') ? '●' : mark,
    number: number === undefined ? undefined : Number(number),
    start: lead.length,
    column: lead.length + numbered.length + radio.length + tick.length,
    isRadio: radio !== '',
    label,
  };
}

/** Whether there are at least three options with as many blank rows, and nothing else, between each two. */
function isSpaced(parsed: Rows, found: readonly number[]): boolean {
  const steps = found.slice(1).map((at, index) => at - (found[index] ?? at));
  const [step = 1] = steps;
  const [first = 0] = found;
  return (
    found.length >= LEAST_SPACED &&
    steps.every((one) => one === step) &&
    parsed.slice(first, found.at(-1)).filter((row) => row !== undefined).length === steps.length
  );
}

/**
 * Whether two options above the marked one stand directly one below the other: a blank row can separate
 * it from them. Below an input, other rows stand so.
 */
function isBelowOthers(above: readonly number[]): boolean {
  return above.some((at) => above.includes(at + 1));
}

/** Whether a row above a list shows that the list goes on. */
function isScrolled(row: Row | undefined): boolean {
  return row !== undefined && /^[▲↑]/.test(row.label);
}

/** The indexes of the other options, in the order of `rows`, which begin next to the marked one. */
function findSiblings(
  rows: Rows,
  {
    marked,
    step,
    mostBlank,
  }: { readonly marked: Row; readonly step: 1 | -1; readonly mostBlank: number },
): readonly number[] {
  const found: number[] = [];
  let blank = 0;
  let description = 0;
  for (const [at, row] of rows.entries()) {
    if (!row) {
      blank++;
    } else if (isSibling(row, marked, (found.length + 1) * step)) {
      found.push(at);
      blank = 0;
      description = 0;
    } else if (isDescription(row, marked)) {
      description++;
    } else {
      break;
    }
    if (blank > mostBlank || description > MOST_DESCRIPTION) {
      break;
    }
  }
  return found;
}

function isSibling(row: Row, marked: Row, distance: number): boolean {
  const isOption =
    marked.number === undefined
      ? row.number === undefined && row.column === marked.column
      : row.number === marked.number + distance && row.start === marked.start;
  const isOther = row.mark === '' || (STRONG.includes(marked.mark) && CHOSEN.includes(row.mark));
  return isOther && isOption;
}

/** Whether a row is indented below a numbered option's number, or a plain option's label. */
function isDescription(row: Row, marked: Row): boolean {
  return row.mark === '' && row.number === undefined && row.start > marked.start;
}

function toMenu(parsed: Rows, found: readonly number[], marked: Row): MarkedMenu {
  const last = found.at(-1) ?? 0;
  const further = parsed
    .slice(last + 1)
    .findIndex((row) => row === undefined || !isDescription(row, marked));
  const isRadio = found.some((at) => parsed[at]?.isRadio);
  return {
    first: found[0] ?? 0,
    last: last + (further < 0 ? parsed.length - 1 - last : further),
    labels: found.map((at) => parsed[at]?.label ?? ''),
    mark: STRONG.includes(marked.mark) || isRadio ? 'strong' : 'weak',
    isNumbered: marked.number !== undefined,
  };
}
