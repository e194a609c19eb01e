/** That Program Status is read: said by the session itself, so by no terminal of it. */
const STATUS_ANSWER = /\x1b\]7501;\?(?:\x07|\x1b\\)/g;

/**
 * What a terminal answers to a program's questions, one or several in one go (xterm's "Control
 * Sequences"): device attributes, status and cursor reports, mode and keyboard reports, window
 * reports, colours, capabilities. Keys, mouse and focus are none.
 */
const ANSWERS = [
  STATUS_ANSWER,
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

const ANY_ANSWER = ANSWERS.map(({ source }) => source).join('|');
const ALL_ANSWERS = new RegExp(ANY_ANSWER, 'g');

/** Focus gained and lost; the mouse, in the encodings that programs ask for. */
const REPORTS = /\x1b\[(?:[IO]|<[0-9;]+[Mm]|M[^]{3})/g;

/** What a person pastes passes as it is, whatever is in it. */
const PASTE = '\x1b[200~';

/**
 * Whether this input is a terminal's answer and nothing a person typed. F3 with a modifier
 * looks like a cursor position (`CSI 1;5R`) and counts as one, as it does for programs.
 */
export function isTerminalAnswer(input: string): boolean {
  return input !== '' && withoutAnswers(input) === '';
}

/** The answers in a terminal's input, one after the other. */
export function findAnswers(input: string): readonly string[] {
  return input.includes(PASTE) ? [] : (input.match(ALL_ANSWERS) ?? []);
}

/** What is left of a terminal's input without its answers, which may stand between keys. */
export function withoutAnswers(input: string): string {
  return input.includes(PASTE) ? input : input.replace(ALL_ANSWERS, '');
}

/** What the terminal that answers may say: not what the session has said by itself. */
export function withoutStatusAnswers(input: string): string {
  return input.includes(PASTE) ? input : input.replace(STATUS_ANSWER, '');
}

/** Whether there is a key in a terminal's input, or a paste: not only answers, mouse and focus. */
export function hasKeys(input: string): boolean {
  return withoutAnswers(input).replace(REPORTS, '') !== '';
}
