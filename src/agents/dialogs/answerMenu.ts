/** One option of the list that a dialog shows. */
export interface MenuOption {
  /** The digit before it; undefined if it has none. */
  readonly number: string | undefined;
  /** Its first row. */
  readonly label: string;
  /** Its further rows as one line: the rest of a long label, or an explanation. */
  readonly rest: string;
  /** Whether Enter would choose it. */
  readonly marked: boolean;
}

interface Row {
  readonly marked: boolean;
  readonly number: string | undefined;
  readonly label: string;
  /** The column in which the row begins, from 0. */
  readonly start: number;
  /** The column of the digit; -1 if it has none. */
  readonly numberColumn: number;
  /** The column in which the label begins, from 0. */
  readonly column: number;
}

const FRAME = /^\s*[│┃|]|[│┃|█]\s*$/g;

/** `❯ 1. Yes`, `› 1. Yes`, `● 1. Yes`, `  2 (○) Yes`, `❯ No, exit`. */
const OPTION =
  /^(?<lead>(?<indent>\s*)(?<mark>[❯›▶●>]\s+)?(?:(?<number>\d)(?:[.)]|(?=\s+\([●○]\)))\s+)?(?<radio>\([●○]\)\s+)?)(?<label>\S.*)$/u;

/**
 * The options of a dialog that is known to be open, with all their text, from top to bottom; empty if
 * the bottom of the screen shows none. Whether a screen shows a dialog at all is decided by its
 * provider's rules. A numbered list consists of the rows with the digits 1, 2 and so on. A list without numbers consists of its marked
 * row and the rows above and below that begin in the same column.
 */
export function readMenu(screen: readonly string[]): readonly MenuOption[] {
  const rows = screen.map((row) => parseRow(row));
  const starts = findNumbered(rows) ?? findUnnumbered(rows);
  return starts.map((start, index) => {
    const row = rows[start];
    const until = starts[index + 1] ?? rows.length;
    return {
      number: row?.number,
      label: row?.label ?? '',
      rest: restOf(rows.slice(start + 1, until), row?.column ?? 0),
      marked: row?.marked ?? false,
    };
  });
}

function parseRow(text: string): Row | undefined {
  const groups = OPTION.exec(text.replace(FRAME, blank).trimEnd())?.groups;
  return (
    groups && {
      marked: groups['mark'] !== undefined || (groups['radio'] ?? '').includes('●'),
      number: groups['number'],
      label: groups['label'] ?? '',
      start: (groups['indent'] ?? '').length,
      numberColumn: (groups['lead'] ?? '').search(/\d/),
      column: (groups['lead'] ?? '').length,
    }
  );
}

function blank(frame: string): string {
  return ' '.repeat(frame.length);
}

/** The rows of the lowest list that begins with 1; its digits are in one column. */
function findNumbered(all: readonly (Row | undefined)[]): readonly number[] | undefined {
  const rows = withoutRests(all);
  const first = rows.findLastIndex((row) => row?.number === '1');
  if (first < 0) {
    return undefined;
  }
  const found: number[] = [];
  for (let at = first; at < rows.length; at++) {
    const row = rows[at];
    const isNext = row?.number === String(found.length + 1);
    if (isNext && row.numberColumn === rows[first]?.numberColumn) {
      found.push(at);
    }
  }
  // A list without a marked row is text, such as an answer with numbered points.
  return found.some((at) => rows[at]?.marked) ? found : undefined;
}

/**
 * The rows without those that continue a numbered row: the label of an option can repeat a command,
 * whose words can look like other options.
 */
function withoutRests(rows: readonly (Row | undefined)[]): readonly (Row | undefined)[] {
  let column = Infinity;
  return rows.map((row) => {
    if (row && row.start >= column) {
      return undefined;
    }
    column = row && row.numberColumn >= 0 ? row.column : Infinity;
    return row;
  });
}

function findUnnumbered(rows: readonly (Row | undefined)[]): readonly number[] {
  const marked = rows.findLastIndex((row) => row?.marked);
  const column = rows[marked]?.column;
  if (column === undefined) {
    return [];
  }
  const belongs = (at: number): boolean => rows[at]?.column === column;
  let first = marked;
  while (belongs(first - 1)) {
    first--;
  }
  let last = marked;
  while (belongs(last + 1)) {
    last++;
  }
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** The text directly below an option that is indented at least as far as its label. */
function restOf(below: readonly (Row | undefined)[], column: number): string {
  const end = below.findIndex((row) => !row || row.column < column);
  const own = end < 0 ? below : below.slice(0, end);
  return own.map((row) => row?.label ?? '').join(' ');
}
