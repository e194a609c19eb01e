/**
 * Resets a terminal that a program has used and cannot reset itself any more: leaves the alternate
 * screen and turns off mouse reports, bracketed paste, application cursor keys, keyboard flags and
 * changed colours. Without effect if nothing was on.
 */
export const RESTORE_TERMINAL = [
  // CAN ends a sequence in which the program was interrupted.
  '\x18',
  // The keyboard flags of kitty's protocol are a stack for each of the two screens.
  '\x1b[<99u\x1b7\x1b[?1049l\x1b[<99u\x1b[>4m',
  '\x1b[!p\x1b[?1;9;45;1000;1002;1003;1004;1005;1006;1015;1016;2004;2026;2031;2048;9001l\x1b[?25h',
  '\x1b[20l\x1b[0 q\x1b]9;4;0\x07\x1b]104\x07\x1b]110\x07\x1b]111\x07\x1b]112\x07',
].join('');
