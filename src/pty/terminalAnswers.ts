/**
 * What a terminal answers to a program's questions, one or several in one go (xterm's "Control
 * Sequences"): device attributes, status and cursor reports, mode and keyboard reports, window
 * reports, colours, capabilities. Keys, mouse and focus are none.
 */
const ANSWERS = [
  /\x1b\[[?>=][0-9;]*c/, // DA1, DA2, DA3
  /\x1b\[0n/, // DSR: ready
  /\x1b\[\?997;[12]n/, // colour scheme, asked for or told of a change
  /\x1b\[\??[0-9]+;[0-9]+(?:;[0-9]+)?R/, // cursor position
  /\x1b\[\?[0-9;]*\$y/, // DECRPM
  /\x1b\[\?[0-9]+u/, // keyboard flags
  /\x1b\[[0-9]+(?:;[0-9]+)+t/, // window reports
  /\x1b\](?:4;[0-9]+|1[0-9]);rgb:[0-9a-fA-F/]+(?:\x07|\x1b\\)/, // colours
  /\x1bP(?:[01][+$]r|>\|)[^\x1b\x07]*(?:\x07|\x1b\\)/, // XTGETTCAP, DECRQSS, XTVERSION
];

const ONLY_ANSWERS = new RegExp(`^(?:${ANSWERS.map(({ source }) => source).join('|')})+$`);

/**
 * Whether this input is a terminal's answer and nothing a person typed. F3 with a modifier
 * looks like a cursor position (`CSI 1;5R`) and counts as one, as it does for programs.
 */
export function isTerminalAnswer(input: string): boolean {
  return ONLY_ANSWERS.test(input);
}
