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
  /^(?<lead>\s*(?:(?<mark>[❯›▶▸►➤→●◉◆>])\s+)?)(?<numbered>\[?(?<number>\d{1,2})(?:[.)\]]|(?=\s+\([●○]\)))\s+)?(?<radio>(?:\([●○ ]\)|[○◯])\s+)?(?<label>\S.*)$/u;

const STRONG = '❯›▶▸►➤';

/** A list with more options is a text. */
export const MOST_OPTIONS = 20;
/** The most rows of a description below an option, and blank rows between two options. */
const MOST_DESCRIPTION = 3;
const MOST_BLANK = 1;

/**
 * Reads whether a screen of an agent without rules shows a menu, strictly, since an answer can look
 * like one; the options of a known dialog are read by `readMenu` of `src/agents/dialogs/answerMenu.ts`.
 * @returns the lowest marked menu of rows without borders; undefined if they have none.
 */
export function findMarkedMenu(rows: readonly string[]): MarkedMenu | undefined {
  const parsed = rows.map(parseRow);
  const at = parsed.findLastIndex((row) => row !== undefined && row.mark !== '');
  const marked = parsed[at];
  if (!marked) {
    return undefined;
  }
  const above = findSiblings(parsed.slice(0, at).reverse(), marked, -1).map((n) => at - 1 - n);
  const below = findSiblings(parsed.slice(at + 1), marked, 1).map((n) => at + 1 + n);
  const found = [...above.reverse(), at, ...below];
  const [first = at] = found;
  const isWhole =
    marked.number === undefined
      ? parsed[at - 1] !== undefined || parsed[at + 1] !== undefined
      : parsed[first]?.number === 1;
  return isWhole && found.length > 1 && found.length <= MOST_OPTIONS
    ? toMenu(parsed, found, marked)
    : undefined;
}

function parseRow(text: string): Row | undefined {
  const groups = OPTION.exec(text)?.groups;
  if (!groups) {
    return undefined;
  }
  const { lead = '', mark = '', numbered = '', number, radio = '', label = '' } = groups;
  return {
    mark: radio.includes('●') ? '●' : mark,
    number: number === undefined ? undefined : Number(number),
    start: lead.length,
    column: lead.length + numbered.length + radio.length,
    isRadio: radio !== '',
    label,
  };
}

/** The indexes of the other options, in the order of `rows`, which begin next to the marked one. */
function findSiblings(rows: Rows, marked: Row, step: 1 | -1): readonly number[] {
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
    if (blank > MOST_BLANK || description > MOST_DESCRIPTION) {
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
  return row.mark === '' && isOption;
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
