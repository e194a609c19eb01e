/** Resets a terminal to its initial state (RIS). */
export const FULL_RESET = '\x1bc';

/** Empties Kitty's stack of keyboard flags. Each of the two buffers has one. */
const NO_KEYBOARD_FLAGS = '\x1b[<99u';

/**
 * Resets the terminal modes that a program may have left on when it was killed, crashed or did not
 * clean up. Neither a terminal nor a shell resets more than bracketed paste; otherwise mouse moves
 * would type into the shell's prompt, arrow keys would send other sequences, and the cursor would
 * stay hidden. If no mode is on, only the saved cursor changes. The screen's content and the
 * cursor's position stay.
 */
export const MODE_RESET = [
  // CAN ends a sequence that the program did not complete.
  '\x18',
  // DECSTR: colours, margins, charsets, insert, origin and wrap mode, cursor and keypad keys.
  '\x1b[!p',
  '\x1b[?1;9;45;1000;1002;1003;1004;1005;1006;1015;1016;2004;2026;2031;2048;9001l\x1b[?25h',
  // Line feed mode off; the cursor shape from the person's settings.
  '\x1b[20l\x1b[0 q',
  // No progress.
  '\x1b]9;4;0\x07',
  // The colours of the theme; standard keys.
  '\x1b]104\x07\x1b]110\x07\x1b]111\x07\x1b]112\x07',
  `\x1b[>4m${NO_KEYBOARD_FLAGS}`,
].join('');

/**
 * The same for a shell that replaces the program, or gets its terminal back; it also leaves the alternate screen. Leaving
 * restores the cursor saved before; if the normal screen is already shown, the cursor saved here is
 * restored and so stays.
 */
export const SHELL_RESET = `\x18${NO_KEYBOARD_FLAGS}\x1b7\x1b[?1049l${MODE_RESET}`;
