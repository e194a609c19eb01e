/**
 * What a program may ask its terminal: device attributes, status and cursor reports,
 * mode and colour queries, the terminal's name and capabilities, window reports
 * (xterm's "Control Sequences"; the Kitty keyboard protocol for `CSI ? u`).
 */
const QUERIES = [
  /\x1b\[[>=]?[0-9;]*c/, // DA1, DA2, DA3
  /\x1b\[\??[0-9;]*n/, // DSR, cursor position
  /\x1b\[>[0-9;]*q/, // XTVERSION
  /\x1b\[\??[0-9;]*\$p/, // DECRQM
  /\x1b\[\?u/, // keyboard flags
  /\x1b\[(?:1[3-9]|2[01])(?:;[0-9]+)*t/, // window reports
  /\x1b\](?:4|1[0-9]|7501);(?:[^;\x1b\x07]*;)*\?[;\x1b\x07]/, // colours, program status
  /\x1bP[+$]q[^\x1b\x07]*(?:\x07|\x1b\\)/, // XTGETTCAP, DECRQSS
];

const ANY_QUERY = new RegExp(QUERIES.map(({ source }) => source).join('|'));

/** Whether a program asks its terminal something in `output`, which begins and ends at any byte of a sequence. */
export function hasQuery(output: string): boolean {
  return ANY_QUERY.test(output);
}
