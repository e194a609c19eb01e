/**
 * What a program may ask its terminal: device attributes, status and cursor reports,
 * mode and colour queries, the terminal's name and capabilities, window reports
 * (xterm's "Control Sequences"; the Kitty keyboard protocol for `CSI ? u`).
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

/** Each introducer once: most output has many sequences and no question. */
const ANY_QUERY = new RegExp(
  `\\x1b(?:\\[(?:${CSI_QUERIES.map(({ source }) => source).join('|')})` +
    `|\\](?:${OSC_QUERY.source})|P(?:${DCS_QUERY.source}))`,
);

const ALL_QUERIES = new RegExp(ANY_QUERY, 'g');

const OSC = '\x1b]';
const STRING_END = '\x1b\\';

/** Whether a program asks its terminal something in `output`, which begins and ends at any byte of a sequence. */
export function hasQuery(output: string): boolean {
  return ANY_QUERY.test(output);
}

/** What a program asks in `output`, one question after the other, and nothing else of it. */
export function findQueries(output: string): string {
  return [...output.matchAll(ALL_QUERIES)]
    .map(({ 0: query, index }) => (query.startsWith(OSC) ? wholeOsc(output, index) : query))
    .join('');
}

/** The OSC at `start`, of which a match is only the beginning; nothing if it has no end. */
function wholeOsc(output: string, start: number): string {
  const length = output.slice(start + OSC.length).search(/[\x07\x1b]/);
  return length < 0 ? '' : output.slice(start, start + OSC.length + length) + STRING_END;
}
