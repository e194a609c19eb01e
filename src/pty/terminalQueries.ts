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
const OSC_QUERY = /(?:4|1[0-9]|7501);(?:[^;\x1b\x07]*;)*\?[;\x1b\x07]/; // colours, program status
const DCS_QUERY = /[+$]q[^\x1b\x07]*(?:\x07|\x1b\\)/; // XTGETTCAP, DECRQSS

/** Each introducer once: most output has many sequences and no question. */
const ANY_QUERY = new RegExp(
  `\\x1b(?:\\[(?:${CSI_QUERIES.map(({ source }) => source).join('|')})` +
    `|\\](?:${OSC_QUERY.source})|P(?:${DCS_QUERY.source}))`,
);

/** Whether a program asks its terminal something in `output`, which begins and ends at any byte of a sequence. */
export function hasQuery(output: string): boolean {
  return ANY_QUERY.test(output);
}
