/** Leaves nothing on kitty's stack of keyboard flags; each of the two screens has its own. */
const NO_KEYBOARD_FLAGS = '\x1b[<99u';

/**
 * Takes back what a program left on when it ended without tidying up: killed, crashed, or
 * simply careless. A terminal by itself keeps it all, and a shell takes back no more than
 * bracketed paste; then every move of the mouse types into the shell's prompt, arrow keys
 * say something else, the cursor is hidden. Without effect where nothing was left on, but
 * for the saved cursor. What is shown stays, and so does the cursor's place.
 */
export const MODE_RESET = [
  // CAN: breaks off a sequence in which the program was interrupted.
  '\x18',
  // DECSTR: colours, margins, charsets, insert, origin and wrap mode, cursor and keypad keys.
  '\x1b[!p',
  '\x1b[?1;9;45;1000;1002;1003;1004;1005;1006;1015;1016;2004;2026;2031;2048;9001l\x1b[?25h',
  // Line feeds are no line ends; the cursor has the shape of the person's choice.
  '\x1b[20l\x1b[0 q',
  // No progress is shown.
  '\x1b]9;4;0\x07',
  // The colours of the theme; keys as they always were.
  '\x1b]104\x07\x1b]110\x07\x1b]111\x07\x1b]112\x07',
  `\x1b[>4m${NO_KEYBOARD_FLAGS}`,
].join('');

/**
 * The same for a shell that goes on in the program's place, which cannot use the alternate
 * screen either. Leaving that puts the cursor back to where it was saved before; where the
 * normal screen is shown already, it is saved here and stays.
 */
export const SHELL_RESET = `\x18${NO_KEYBOARD_FLAGS}\x1b7\x1b[?1049l${MODE_RESET}`;
