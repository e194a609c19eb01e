/**
 * A program's queries to its terminal: device attributes, status and cursor reports, mode and
 * colour queries, the terminal's name and capabilities, window reports (xterm's "Control
 * Sequences"; the Kitty keyboard protocol for `CSI ? u`).
 */
const CSI_QUERIES = [
  /[0-9;]*(?:[cn]|\$p)/, // DA1, DSR, cursor position, DECRQM
  /\?(?:u|[0-9;]*(?:n|\$p))/, // keyboard flags, DSR, DECRQM
  /[>=][0-9;]*c/, // DA2, DA3
  />[0-9;]*q/, // XTVERSION
  /(?:1[3-9]|2[01])(?:;[0-9]+)*t/, // window reports
];
const OSC_QUERY = /(?:4|1[0-9]);(?:[^;\x1b\x07]*;)*\?[;\x1b\x07]/; // colours
const DCS_QUERY = /[+$]q[^\x1b\x07]*(?:\x07|\x1b\\)/; // XTGETTCAP, DECRQSS

/** Each introducer appears once, since most output has many sequences and no query. */
const ALL_QUERIES = new RegExp(
  `\\x1b(?:\\[(?:${CSI_QUERIES.map(({ source }) => source).join('|')})` +
    `|\\](?:${OSC_QUERY.source})|P(?:${DCS_QUERY.source}))`,
  'g',
);

const OSC = '\x1b]';
const STRING_END = '\x1b\\';

/** A query, and its end in the output. */
interface FoundQuery {
  readonly query: string;
  readonly end: number;
}

/** The complete queries in `output`, in order. */
export function findQueries(output: string): readonly FoundQuery[] {
  return [...output.matchAll(ALL_QUERIES)].flatMap(({ 0: query, index }) =>
    query.startsWith(OSC) ? wholeOsc(output, index) : [{ query, end: index + query.length }],
  );
}

/** The OSC at `start`, of which a match is only the beginning. */
function wholeOsc(output: string, start: number): readonly FoundQuery[] {
  const length = output.slice(start + OSC.length).search(/[\x07\x1b]/);
  const end = start + OSC.length + length;
  return length < 0 ? [] : [{ query: output.slice(start, end) + STRING_END, end: end + 1 }];
}
