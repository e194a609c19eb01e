/**
 * Answers to questions that tmux has answered by then, for it is the terminal that the program sees:
 * what it is (DA, XTVERSION), how it does, how large it is. A cursor's place in the first row may be
 * a key (F3 with another one), which nobody would miss as an answer.
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

/** Input for a program in tmux, as one byte a character, without what tmux has told it. */
export function withoutTmuxAnswers(input: string): string {
  return input.includes('\x1b') ? input.replace(ANSWERED, '') : input;
}
