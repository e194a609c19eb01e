/**
 * The answer that Program Status is read. The session gives it itself, so its terminals must not.
 */
const STATUS_ANSWER = /\x1b\]7501;\?(?:\x07|\x1b\\)/g;

/**
 * A terminal's answers to a program's queries (xterm's "Control Sequences"): device attributes,
 * status and cursor reports, mode and keyboard reports, window reports, colours, capabilities.
 * Keys, mouse and focus are not included.
 */
const ANSWERS = [
  STATUS_ANSWER,
  /\x1b\[[?>=][0-9;]*c/, // DA1, DA2, DA3
  /\x1b\[0n/, // DSR: ready
  /\x1b\[\?997;[12]n/, // colour scheme, requested or after a change
  /\x1b\[\??[0-9]+;[0-9]+(?:;[0-9]+)?R/, // cursor position
  /\x1b\[\?[0-9;]*\$y/, // DECRPM
  /\x1b\[\?[0-9]+u/, // keyboard flags
  /\x1b\[[0-9]+(?:;[0-9]+)+t/, // window reports
  /\x1b\](?:4;[0-9]+|1[0-9]);rgb:[0-9a-fA-F/]+(?:\x07|\x1b\\)/, // colours
  /\x1bP(?:[01][+$]r|>\|)[^\x1b\x07]*(?:\x07|\x1b\\)/, // XTGETTCAP, DECRQSS, XTVERSION
];

const ANY_ANSWER = ANSWERS.map(({ source }) => source).join('|');
const ALL_ANSWERS = new RegExp(ANY_ANSWER, 'g');

/** Focus changes, and the mouse in the encodings that programs use. */
const REPORTS = /\x1b\[(?:[IO]|<[0-9;]+[Mm]|M[^]{3})/g;

/** Pasted text is never modified. */
const PASTE = '\x1b[200~';

/**
 * Whether this input consists of terminal answers only. F3 with a modifier looks like a cursor
 * position (`CSI 1;5R`) and counts as one, as programs treat it.
 */
export function isTerminalAnswer(input: string): boolean {
  return input !== '' && withoutAnswers(input) === '';
}

/** The answers in a terminal's input, in order. */
export function findAnswers(input: string): readonly string[] {
  return input.includes(PASTE) ? [] : (input.match(ALL_ANSWERS) ?? []);
}

/** A terminal's input without its answers, which may occur between keys. */
export function withoutAnswers(input: string): string {
  return input.includes(PASTE) ? input : input.replace(ALL_ANSWERS, '');
}

/** A terminal's input without the answer that the session itself gives. */
export function withoutStatusAnswers(input: string): string {
  return input.includes(PASTE) ? input : input.replace(STATUS_ANSWER, '');
}

/** Whether a terminal's input contains keys or a paste, not only answers, mouse and focus. */
export function hasKeys(input: string): boolean {
  return withoutAnswers(input).replace(REPORTS, '') !== '';
}
