/**
 * Terminal answers that tmux has already given itself, since it is the terminal of the program:
 * identification (DA, XTVERSION), status and size. A cursor report for the first row may also be a
 * key (F3 with a modifier), so it is not included.
 */
const ANSWERED = new RegExp(
  [
    '\\x1b\\[[?>=][\\d;]*c',
    '\\x1bP>\\|[^\\x1b]*\\x1b\\\\',
    '\\x1b\\[0n',
    '\\x1b\\[(?!1;)\\d+;\\d+R',
    '\\x1b\\[[468];\\d+;\\d+t',
  ].join('|'),
  'g',
);

/**
 * Removes the answers that tmux gives itself from input for a program in tmux. One character per
 * byte.
 */
export function withoutTmuxAnswers(input: string): string {
  return input.includes('\x1b') ? input.replace(ANSWERED, '') : input;
}
