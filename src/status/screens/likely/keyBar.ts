/** Longer rows, without their gaps, are prose, or columns of a table. */
export const MOST_HINT_CHARS = 160;

const NAMED = String.raw`enter|return|esc(?:ape)?|tab|space(?:bar)?|backspace|del(?:ete)?|home|end|pg ?(?:up|dn|down)|page ?(?:up|down)|arrows?|up|down|left|right|f\d{1,2}`;
const MODIFIED = String.raw`(?:(?:ctrl|control|alt|shift|cmd|opt|option|meta)[+-]|[⌃⌥⇧⌘^])\S{1,9}`;
const KEY = String.raw`(?:${MODIFIED}|\d-\d|(?:${NAMED})\b|[↵⏎⇆⇥↑↓←→▲▼]+|[^\s\w]|\w)`;
const KEYS = String.raw`${KEY}(?:\s?[/+,]\s?${KEY})*`;

/** `Enter to select`, `↑/↓/j/k nav`, `esc: back`, `[Tab] next`. */
const DESCRIBED = new RegExp(
  String.raw`^(?:press |use )?[[(<]?(?<keys>${KEYS})[\])>]?(?: keys?)?(?:\s?[:=]\s?|\s)(?:to )?(?<does>\S+(?: \S+){0,4})$`,
  'iu',
);
/** `Resume: Enter`, `Navigate: ↑/↓`. */
const REVERSED = new RegExp(
  String.raw`^(?<does>[A-Z][\w/]*(?: \w+){0,2}): (?<keys>${KEYS})$`,
  'iu',
);
/** `[A]dd`. */
const INITIAL = /^[[(]([A-Z])[\])](?=[a-z])/;
const TYPES = /^(?:type|start typing)(?:(?: \w+)? to)? (?:search|filter)$/i;

const SEPARATOR = /\s{2,}|\s*[·•|│;]\s*|,\s|\s(?:[-–—]|or|and)\s/u;
const BEGIN = /^(?:[^\w/^]{0,9}\(|[\s·•|│]+)/u;
const END = /(?:\)\W{0,9}|[.·•|│]{1,9})$/u;

const MAY_CHOOSE = /enter|return|space|[↵⏎]|approve|accept|allow|\byes\b/i;
/** The first of two rows that describe keys: `Enter to run, Esc to`. */
export const GOES_ON_BELOW = /\b(?:to|or|and|esc|enter|tab|ctrl[+-]\w)$|[,·|]$/i;

/** The fewest keys of a request of which one grants and one refuses. */
const LEAST_ANSWERS = 3;
const CHOOSING_KEY = /(?:enter|return|space(?:bar)?|[↵⏎])$/i;
const SENDS = /^(?:send|submit prompt|steer|queue|newline|interrupt|expand)\b/i;
const LEAVING_KEY = /(?:\b(?:esc(?:ape)?|ctrl[+-]c)|\bq)$/i;
const MOVING_KEY = /[↑↓]|\b(?:up|down|j|k)\b|arrow/i;
const MOVED = /^(?:nav|move|select|choose|browse|highlight|up\b|down\b|change|pick)/i;
const FILTERS = /^(?:filter|search)\b/i;
const SCROLLS = /^(?:scroll|page|switch tabs)\b/i;
const GRANTS = /^(?:approve|accept|allow|yes|confirm|trust|run|apply|proceed|continue|submit)\b/i;
const REFUSES = /^(?:reject|deny|no|decline|cancel|skip|quit|abort|dismiss|request changes)\b/i;
const LEFT = /^(?:go )?(?:back|cancel|close|exit|quit|dismiss|done|leave|return|discard|skip)\b/i;

/**
 * Whether each of these rows describes keys and nothing else, of which one chooses and one leaves, as
 * dialogs draw them: `↑↓ navigate · Enter select · Esc cancel`.
 */
export function isKeyBar(...rows: readonly string[]): boolean {
  if (!rows.some((row) => MAY_CHOOSE.test(row))) {
    return false;
  }
  const bar = readKeyBar(...rows);
  return (
    bar !== undefined &&
    ((bar.chooses && bar.leaves) || (bar.answers && bar.count >= LEAST_ANSWERS))
  );
}

/** What the keys do that rows describe. */
interface KeyBar {
  /** How many are described. */
  readonly count: number;
  readonly chooses: boolean;
  readonly leaves: boolean;
  /** From one entry to another one. */
  readonly moves: boolean;
  readonly filters: boolean;
  /** They scroll, show another page and leave, and do nothing else. */
  readonly reads: boolean;
  /** One grants and another refuses, as for a request. */
  readonly answers: boolean;
}

/** The keys that each of these rows describes; undefined if one has other text, or none. */
export function readKeyBar(...rows: readonly string[]): KeyBar | undefined {
  const described = rows.map(readKeys);
  if (described.includes(undefined)) {
    return undefined;
  }
  const keys = described.flatMap((some) => some ?? []);
  const some = (key: RegExp, does: (text: string) => boolean): boolean =>
    keys.some((one) => key.test(one.keys) && does(one.does));
  return {
    count: keys.length,
    chooses: some(CHOOSING_KEY, (does) => !SENDS.test(does)),
    leaves: some(LEAVING_KEY, (does) => LEFT.test(does)),
    moves: some(MOVING_KEY, (does) => MOVED.test(does)),
    filters: keys.some(({ does }) => FILTERS.test(does)),
    reads: keys.every(({ does }) => SCROLLS.test(does) || LEFT.test(does)),
    answers:
      keys.some(({ does }) => GRANTS.test(does)) && keys.some(({ does }) => REFUSES.test(does)),
  };
}

/** The keys that a row describes; undefined if it has other text, or none. */
function readKeys(
  row: string,
): readonly { readonly keys: string; readonly does: string }[] | undefined {
  const text = row.trim().replace(BEGIN, '').replace(END, '').trim();
  if (text === '' || text.replaceAll(/ {2,}/g, ' ').length > MOST_HINT_CHARS) {
    return undefined;
  }
  const parts = text.split(SEPARATOR).filter((part) => part !== '' && !TYPES.test(part));
  const found = parts.flatMap((part) => {
    const described = DESCRIBED.exec(part.replace(INITIAL, '$1 $1'));
    const { keys, does } = described?.groups ?? REVERSED.exec(part)?.groups ?? {};
    return keys === undefined || does === undefined ? [] : { keys, does };
  });
  return found.length === parts.length ? found : undefined;
}
